# The TypeScript SDK, over HTTP.

typescript_sdk() {
    world claude
    start_server
    within 180 env CLIENTS_MODULES="$modules" \
        node "$root/tests/clients/typescript_sdk.mjs" "$address" "$(token claude)"
    expect_task review 2
}

typescript_trials() {
    try 'TypeScript SDK over http: lies, does the task, is refused the rest' typescript_sdk
}
