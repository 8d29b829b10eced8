# The official conformance suite. It sends no token, so a proxy adds one; and of its scenarios those are left out that
# call the tools, prompts and resources of its own demonstration server, or capabilities that ours does not declare.

readonly of_any=(tools-list resources-list prompts-list dns-rebinding-protection)
readonly of_2025=(server-initialize ping "${of_any[@]}")
readonly of_2026=(server-stateless caching http-header-validation sep-2164-resource-not-found "${of_any[@]}")

conformance_scenario() {
    local protocol="$1" scenario="$2"
    world claude
    start_server
    start node "$root/tests/clients/bearer_proxy.mjs" "$address" "$(token claude)"
    # It ends with success also where nothing was checked, and without where something is left out.
    within 120 conformance server --url "$address" --spec-version "$protocol" --scenario "$scenario" \
        --output-dir "$world/said" || true
    within 60 node "$root/tests/clients/conformance.mjs" "$world/said"
}

conformance_trials() {
    local scenario
    for scenario in "${of_2025[@]}"; do
        try "conformance, 2025-11-25: $scenario" conformance_scenario 2025-11-25 "$scenario"
    done
    for scenario in "${of_2026[@]}"; do
        try "conformance, 2026-07-28: $scenario" conformance_scenario 2026-07-28 "$scenario"
    done
}
