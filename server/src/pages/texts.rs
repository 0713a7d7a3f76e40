//! The page that browsers play on, from `server/page/`.

use std::sync::Arc;

use axum::Router;
use axum::http::header::{CONTENT_SECURITY_POLICY, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS};
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum::middleware::map_response;
use axum::response::Response;
use axum::routing::get;

use super::asset::Asset;
use super::script::script;

const HTML: &str = "text/html; charset=utf-8";

/// What a browser lets this server's pages do (<https://www.w3.org/TR/CSP3/>): nothing but what they need.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
     base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Who may load what is answered here as a part of something else.
const RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");

/// The page, by its paths: the entrance, a room, and a match to watch are one document, which looks at its address.
pub fn router<S: Clone + Send + Sync + 'static>() -> Router<S> {
    let page = Asset::new(HTML, include_str!("../../page/index.html"));
    let style = Asset::new("text/css; charset=utf-8", include_str!("../../page/style.css"));
    let script = Asset::new("text/javascript; charset=utf-8", script());
    let page = Arc::new(page);
    let mut router = Router::new();
    for path in ["/", "/r/{room}", "/watch/{match}"] {
        router = serving(router, path, &page);
    }
    router = serving(router, "/page/style.css", &Arc::new(style));
    serving(router, "/page/script.js", &Arc::new(script))
}

/// Says with every answer what a browser may do with it.
pub fn guarded<S: Clone + Send + Sync + 'static>(router: Router<S>) -> Router<S> {
    router.layer(map_response(async |mut response: Response| {
        let headers = response.headers_mut();
        headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
        headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
        headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
        headers.insert(RESOURCE_POLICY, HeaderValue::from_static("same-origin"));
        response
    }))
}

fn serving<S: Clone + Send + Sync + 'static>(router: Router<S>, path: &str, asset: &Arc<Asset>) -> Router<S> {
    let asset = Arc::clone(asset);
    router.route(path, get(async move |headers: HeaderMap| asset.answer(&headers)))
}
