//! Completions.

use super::printed;

#[test]
fn fish_offers_the_values_of_a_flag_and_subcommands_only_first() {
    let script = printed(&["completions", "fish"]);
    assert!(script.contains("or return 0\n") && !script.contains("or return\n"));
    let is_of_list = |line: &&str| line.contains(" -eq 1\" -a \"list\"");
    assert_eq!(script.lines().filter(is_of_list).count(), 1, "{script}");
    assert!(!script.contains("needs_command\" -a"), "{script}");
}

/// What bash offers for Tab after these words.
#[cfg(unix)]
fn completed(words: &[&str]) -> String {
    let (at, command) = (words.len() - 1, words[0]);
    let press = format!(
        "COMP_WORDS=({}) COMP_CWORD={at}\n\
         by=$(complete -p {command}) && by=${{by#*-F }} && ${{by%% *}} {command} '{}' '{}'\n\
         printf '%s\\n' \"${{COMPREPLY[@]}}\"",
        words.join(" "),
        words[at],
        words[at - 1],
    );
    let script = printed(&["completions", "bash"]) + "\n" + &press;
    let output = std::process::Command::new("bash").args(["--norc", "-c", &script]).output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[cfg(unix)]
#[test]
fn bash_completes_the_flags_of_every_command() {
    for (words, offered) in [
        (&["tictactoe", "--no-"][..], "--no-mouse\n"),
        (&["tictactoe", "--vs", "h"], "human\n"),
        (&["tictactoe", "list", "--js"], "--json\n"),
        (&["tictactoe", "completions", "ba"], "bash\n"),
    ] {
        assert_eq!(completed(words), offered, "{words:?}");
    }
}

#[test]
fn every_shell_completes_flags_values_and_commands() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell", "Bash"] {
        let script = printed(&["completions", shell]);
        for word in ["log-file", "numpad", "perfect", "completions", "json"] {
            assert!(script.contains(word), "{word} in {shell}");
        }
    }
}
