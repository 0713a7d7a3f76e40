//! What a server answers to `hint` and `review`. The id is left out.

/// A hint for the empty board: any cell, for a draw.
pub(crate) const ANY: &str =
    r#"{"type":"hint","game":1,"ply":0,"cells":[0,1,2,3,4,5,6,7,8],"worth":{"value":0,"distance":9}}"#;

/// A review of the game [`super::snapshots::won`].
pub(crate) const REVIEWED: &str = r#"{"type":"review","game":1,"moves":[
    {"mark":"X","cell":0,"before":{"value":0,"distance":9},"after":{"value":0,"distance":8},"best":[0,1],"mistake":false},
    {"mark":"O","cell":3,"before":{"value":0,"distance":8},"after":{"value":-1,"distance":5},"best":[4],"mistake":true},
    {"mark":"X","cell":1,"before":{"value":1,"distance":5},"after":{"value":1,"distance":null},"best":[1,2],"mistake":false},
    {"mark":"O","cell":4,"before":null,"after":null,"best":[2],"mistake":false},
    {"mark":"X","cell":2,"before":{"value":1,"distance":1},"after":{"value":1,"distance":0},"best":[2],"mistake":false}]}"#;
