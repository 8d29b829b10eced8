# Codex, headless, as countersign setup codex says to tell it.

source tests/clients/agents.sh

codex_cli() {
    local behaviour="$1"
    world codex
    start_stand_in "$behaviour"
    tell_codex_of_stand_in
    within 60 bash -c "$(countersign setup codex --print --json |
        node -p 'JSON.parse(require("fs").readFileSync(0, "utf8")).command')"
    run_codex
    expect_outcome "$behaviour"
}

codex_trials() {
    try 'Codex does the task, and is refused its approval' codex_cli honest
    try 'Codex lies' codex_cli liar
}
