# Gemini CLI, headless, as countersign setup gemini has told it.

source tests/clients/agents.sh

gemini_cli() {
    local behaviour="$1"
    world gemini
    start_stand_in "$behaviour"
    mkdir -p "$world/home/.gemini"
    echo '{ "security": { "auth": { "selectedType": "gemini-api-key" } } }' >"$world/home/.gemini/settings.json"
    within 300 env GOOGLE_GEMINI_BASE_URL="$address" GEMINI_API_KEY=dummy GEMINI_CLI_TRUST_WORKSPACE=true \
        gemini -m gemini-2.5-flash --approval-mode yolo -p 'Do your next task.'
    expect_outcome "$behaviour"
}

gemini_trials() {
    try 'Gemini CLI does the task, and is refused its approval' gemini_cli honest
    try 'Gemini CLI lies' gemini_cli liar
}
