//! Work that yields knowledge, an opinion, a decision or a plan.

use countersign_contract::Label;

use super::wrong;

pub(super) const TABLE: super::Table = &[
    (
        "a question, and no check beside it",
        &[
            "`npm run lint` passes on my machine. Why does it fail for others?",
            "Why does `npm run lint` fail? Yes, I looked at the log.",
            "Could you explain how the footer is laid out? Yes please.",
            "Investigate why `npm run lint` passes",
        ],
    ),
    (
        "what people said is gathered",
        &["Compile the interview notes from last week", "Collate the feedback on the beta"],
    ),
    (
        "what is found is said, and nothing changed",
        &[
            "Why do retries stop after an hour? Write down what you find out.",
            "Trace how a session ends and report back",
            "List all callers of the old client and report back",
            "Review the branch and leave comments",
            "Agree with the data team on a name for the event",
        ],
    ),
    (
        "what is to be known, behind its label",
        &["What we have to know: which store keeps the sessions", "How to decide: ask both teams"],
    ),
    (
        "somebody else is to look",
        &[
            "Get the crypto code reviewed by an expert",
            "Have the schema audited before the launch",
            "The parser needs to be reviewed by someone else",
            "Security review, including on the login system",
        ],
    ),
    (
        "what was found is brought together, or planned out",
        &[
            "Consolidate the survey results and present them to the board",
            "Plan out the migration",
            "Initial benchmark research: what makes a good one",
            "I'm curious whether you plan to add Kotlin support.",
        ],
    ),
    (
        "a study with what is not to be done",
        &[
            "See if the cache is used, don't fix anything yet",
            "Draft a migration plan for the cluster; do not change any manifests",
            "Look at the config, no need to fix it",
            "Write a proposal for the new API; don't implement it yet",
            "Plan the rollout; do not touch production",
        ],
    ),
    (
        "what is measured and written up",
        &[
            "Benchmark three JSON parsers and write up the results",
            "Benchmark the two drivers and write up what you find",
            "Measure startup time and write the results up",
            "Profile the importer and write a summary",
        ],
    ),
    ("hopes that are about people's time", &["Any chance of a release this week?"]),
    (
        "what people settle among themselves",
        &[
            "Resolve the archive strategy",
            "Refine the backlog for the next quarter",
            "Finalize the scope of the pilot",
            "Define the hand-over process",
            "Create a process for rotating the pager",
        ],
    ),
    (
        "a question in the form of a request",
        &[
            "Remind me what the retry budget is",
            "Remind me what the default timeout is and where it is set",
            "Remind us which services use Redis",
            "Remind me again why the journal is append-only",
            "Remind me: what does the parser do",
            "Remind me what every user role may do",
            "Remind me what happens when a user clicks Save",
            "Remind me how users log in",
            "Can you remind me what the retry budget is?",
            "Could you tell me which services use Redis?",
            "Remind me what is left to implement",
            "Tell me what the users table contains",
            "Explain to me what happens when the queue is full",
            "Refresh my memory on how the cache is invalidated",
        ],
    ),
    ("the deed after its object", &["Cut-over plan written", "Naming scheme agreed"]),
    (
        "an act of study by its name",
        &[
            "RCA for the May 4 outage",
            "RCA of the lease outage",
            "Execute the research plan",
            "Final stakeholder review",
            "Proposed wire format spec",
        ],
    ),
    ("one against another", &["Leases vs. locks", "Queues versus topics for the journal"]),
    ("asks others", &["Seeking feedback on the lease format", "Plans for a Windows build?"]),
    (
        "found out before it is written down",
        &[
            "Identify & document the slow paths",
            "Get numbers for the new allocator",
            "ADR token format",
        ],
    ),
    (
        "looked over with others, again and again",
        &["Review the sketches with the customer and iterate"],
    ),
    (
        "a verb of inquiry and nothing else",
        &[
            "Investigate the memory growth of the indexer",
            "Explore alternatives to the current queue",
            "Research hosting providers for the demo",
            "Evaluate whether we need a second replica",
            "Assess the impact of dropping IE support",
            "Analyze support tickets of the last quarter",
            "Audit our use of unsafe code",
            "Review the patch of the storage team",
            "Review the sign-up screen with the support team",
            "Discuss release cadence with the maintainers",
            "Decide which database to use for sessions",
            "Compare three approaches to schema versioning",
            "Brainstorm names for the new CLI",
            "Look into the odd spikes in the error rate",
            "Figure out why nightly runs take twice as long",
            "Find out who uses the legacy export",
            "Investigating slow cold starts",
            "Check whether the vendor still signs the packages",
            "Identify the ten most expensive queries",
            "Estimate the effort of a Rust port",
            "Interview five customers about onboarding",
            "Audit page loads to see where time goes",
            "Revisit our branching model",
            "Design sidebar and header",
            "Plan for the end of life of the old API",
            "Continue with the investigation of slow uploads",
            "Review the access rules and ensure they match the policy",
        ],
    ),
    (
        "designing and planning",
        &[
            "Design a pause mechanism for long jobs",
            "Plan the migration to the new cluster",
            "Design the public API of the plugin host",
            "Plan the next two milestones",
        ],
    ),
    (
        "a document whose point is a decision",
        &[
            "Write a design doc for multi-region writes",
            "Produce a threat model of the update channel",
            "docs: add design doc for the lease protocol",
            "Draft an ADR about message brokers",
            "Prepare a proposal for the new permission model",
            "Roadmap for the second half of the year",
            "RFC for structured logging",
        ],
    ),
    (
        "an act of judgement brought about",
        &[
            "Perform an audit of colour contrast with two users",
            "Conduct user interviews about search",
            "Perform a security review of the login flow",
            "Make a recommendation for the message format",
            "Run a retrospective with both teams",
            "Hold a workshop on naming",
        ],
    ),
    (
        "a label",
        &[
            "RFC: one binary instead of five",
            "Spike: Wasm plugins",
            "Research: what our competitors log",
            "[Question] Lifetime of refresh tokens",
            "Design doc: storage layout",
            "Code review: retry handling in the gateway",
            "Spike - try the new allocator",
        ],
    ),
    (
        "a question",
        &[
            "How do I configure two tenants?",
            "Is there any plan to support Postgres 18?",
            "Why does the planner ignore my hint?",
            "Should we drop Node 16? Does anyone still use it?",
            "What is the recommended way to shut down",
        ],
    ),
    (
        "other languages",
        &[
            "Investigar la latencia de las consultas",
            "Avaliar alternativas ao Redis",
            "Mögliche Datenbanken evaluieren",
            "调研消息队列方案",
        ],
    ),
    (
        "a study and the form it comes in",
        &[
            "Hold a threat modelling exercise",
            "Draft the gap analysis report",
            "Roadmap creation",
            "Finish the readout slides",
            "Prep work for the discovery sprint",
            "Requirements elicitation",
        ],
    ),
    (
        "people brought together or asked",
        &[
            "Conduct listening tours in two regions",
            "Card sort for the help centre",
            "As a product team we want to understand why people leave",
        ],
    ),
    (
        "aims and measures put into words",
        &[
            "Define success metrics for the pilot",
            "Define next steps after the pilot",
            "Create action items from the survey",
        ],
    ),
    (
        "what a study found, written down",
        &["Document findings of the latency study", "Share the recommendations with the board"],
    ),
    (
        "an inquiry that begins, or follows its reason",
        &[
            "Start thinking about the mobile menu",
            "In order to know our readers, analyze the search logs",
            "Read about consistent hashing",
        ],
    ),
    (
        "an inquiry under the label of a wish",
        &["[Feature] Investigate offline sign-in", "[Discovery] Current refund process"],
    ),
    (
        "a question without a mark, or in Chinese",
        &["Should drafts live in the vault or on disk", "这个选项还支持吗？"],
    ),
    (
        "an inquiry whose outcome is passed on, or is about a text",
        &[
            "Find the slowest queries and share them with the team",
            "Review the handbook and update it",
        ],
    ),
    (
        "a decision in two words",
        &[
            "Agree on a naming scheme",
            "Align on the retention period",
            "Carry out an inquiry into the outage",
            "Settle on one date library",
            "Pick a vendor for e-mail",
        ],
    ),
    (
        "a report for people",
        &[
            "Write a report on the cost of mirrors",
            "Report on the load test",
            "Prepare slides for the architecture review",
            "Create a comparison document for the two queues",
        ],
    ),
    (
        "what is handed in or ranked",
        &[
            "Submit the rollout plan to the board",
            "Prioritize the backlog with support",
            "Identify slow jobs and open tickets for them",
        ],
    ),
    ("what is written down after a study", &["Hold interviews and post notes on the board"]),
    (
        "what people are to agree on",
        &[
            "Define success metrics",
            "Define the terms of the beta",
            "Definir métricas del piloto",
            "Define guidelines for incident calls",
        ],
    ),
    (
        "what no command can verify",
        &[
            "Verify the requirements of the import",
            "Check our assumptions about seats",
            "Check the current state of the mirror",
        ],
    ),
    (
        "a question after a label",
        &["Importer: how to resume after a crash", "Mirrors: whether we still need them"],
    ),
    ("British spelling", &["Summarise the incidents of May", "Prioritise the open risks"]),
    ("a noun before a study", &["Drop mirror decision", "Index strategy"]),
    (
        "a study by its usual name",
        &[
            "Usability testing of the basket",
            "Colour contrast audit",
            "Sprint planning",
            "Inventory: every place that shells out",
        ],
    ),
    ("being told", &["Explain how leases expire", "Explain why the cache is bypassed"]),
    (
        "a study wished by those who build",
        &[
            "As an engineer, I want to run a licence audit of the crates",
            "As a lead I would like a risk assessment",
        ],
    ),
    (
        "an inquiry into a plural or a gerund",
        &[
            "Audit weekly reports for gaps",
            "Explore using a trie for routes",
            "Explore event sourcing for the journal",
        ],
    ),
    ("a wish to find out", &["[Feature] Experiment with a smaller font cache"]),
    ("a bare question that the next sentence settles", &["Faster mirrors? See if a CDN would do."]),
    ("a study of what is wrong", &["Root cause analysis of the failed import"]),
    (
        "a polite question that wants to be told",
        &[
            "Can you explain the lease protocol?",
            "Could you look into the failing mirror?",
            "Could you share how you deploy it?",
            "Can I run two servers on one store?",
            "Is it possible to use it behind a proxy?",
            "Would anyone know why the socket closes?",
            "Why don't the tests run on Windows?",
        ],
    ),
    (
        "a study of several sentences",
        &[
            "Compare two queues. Use the production data. Write up the findings in the wiki.",
            "We should compare both stores. Add the results to the wiki.",
            "Investigate the login failures. Start with the proxy logs. Open a ticket for each cause.",
            "Spike: search as you type. Build a small prototype. Present it in the demo.",
            "Design the export format. It must be stable across versions.",
            "Evaluate the runner. Run it on three projects. Do not change any code.",
            "Investigate slow uploads\n> fix the parser",
        ],
    ),
    (
        "a study with the words of a program in it",
        &[
            "Determine the root cause of the crash at startup",
            "Investigate the crash on login",
            "Review the error on checkout",
            "Evaluate accessibility on the product page",
            "Choose a vendor for text messages",
            "Measure the effect of the index on our writes",
            "Review #367: fix the parser",
            "Explore ways to automatically format queries",
        ],
    ),
    (
        "a list that somebody gathers",
        &["Compile a list of unused routes", "Put together a list of owners"],
    ),
    ("options that are weighed", &["Write up options for the new queue"]),
    (
        "a question by its template",
        &["### Question\nWe run two keepers. Which of them renews the lease?"],
    ),
    (
        "what is measured once, to be told",
        &[
            "Benchmark both allocators and summarise the numbers",
            "Profile the cold start and list the worst offenders",
        ],
    ),
    (
        "what was learnt",
        &["Write up what we learned from the drill", "Postmortem for the May 9 outage"],
    ),
    ("the cause of something, by its label", &["Root cause analysis: lost leases on Sunday"]),
    ("an offer", &["Would you accept a PR that adds a Haiku port?"]),
    (
        "what people settle or try",
        &[
            "Vote on the new charter",
            "Clarify the retention rules with the customer",
            "Validate the mock-up with five people",
            "List pros and cons of a second region",
            "Gather quotes for the pen test",
        ],
    ),
    (
        "a cause or a verdict to be found",
        &[
            "Root-cause the lost leases of Sunday",
            "Storage layer architecture review",
            "Spike: can we do without a lock file?",
        ],
    ),
    ("a threat model as a deed", &["Threat-model the update channel"]),
    ("meetings", &["Run sprint reviews with both teams"]),
    ("a question in another language", &["Warum wird der Index zweimal gebaut?"]),
    ("whether something can be done", &["Explore whether we can drop the shim", "Look for leaks"]),
    (
        "a title that ends in a study, before what it is about",
        &[
            "Push channel discovery: explore what other clients do",
            "Proposed lease spec: let's discuss the fields",
            "Search relevance spike: look into ranking",
        ],
    ),
    (
        "what is settled or met about among people",
        &[
            "Develop a naming convention for branches",
            "Set up a kickoff meeting with the vendor",
            "Book a retrospective for Friday",
            "Prep for the offsite breakout",
            "Walk through the pricing model with sales",
        ],
    ),
    (
        "what a study leaves behind",
        &[
            "Write up the load numbers for the board",
            "Hold a retrospective and move the action items into the backlog",
            "Conduct a survey and record the answers in the tracker",
        ],
    ),
    ("how much there is to do", &["Scope the rewrite", "Scope it as a design document"]),
    (
        "a question by its name",
        &["Question about leases", "Questions regarding the licence", "Need help with the proxy"],
    ),
    (
        "a study that is needed, whatever for",
        &["We need a plan for the cutover so that support can be told"],
    ),
    ("a study and what it is to settle", &["Investigate the legacy view: keep or drop?"]),
    (
        "an area before a study",
        &["security: do the threat model", "performance: investigate the slow start"],
    ),
    (
        "an audit of two things",
        &["Contrast & keyboard audit", "Profile | Accessibility audit plan"],
    ),
    ("a study that is written up", &["Write up the post-mortem of the March outage"]),
    (
        "an RFC that says that it wants opinions",
        &["RFC: drop the legacy importer. What are your thoughts?"],
    ),
    ("what people do about a text", &["Guidance workshop"]),
    (
        "something to be told to the asker",
        &[
            "Show me how auth works",
            "Tell me which endpoints are unused",
            "Give me an overview of the module structure",
            "Help me understand the retry logic",
            "Let me know if the build is broken",
            "Walk me through the deployment pipeline",
            "Get me a list of the slowest queries",
            "Have a look at why the logs are empty",
        ],
    ),
    (
        "what is counted or listed once",
        &[
            "Count how many tests are flaky",
            "List the five largest tables",
            "List all TODO comments in the repository",
        ],
    ),
    ("an answer of a given length", &["Describe the architecture in a few sentences"]),
    (
        "weighed and then selected",
        &[
            "Assess & choose a queue backend",
            "Evaluate and select a storage engine",
            "Research and select a message broker",
            "Investigate brokers and select one vendor",
            "Discuss and select a licence",
        ],
    ),
    (
        "a decision that is recorded",
        &[
            "Choose the frontend stack and record the decision",
            "Select hosting provider and document the decision",
            "Select a license",
            "Select message format and note architecture decisions",
            "Decide which queue to use & write it down",
        ],
    ),
    (
        "tried out, to know",
        &[
            "Experiment with a few chunk sizes and note which works best",
            "Experiment with other allocators and note down which one is faster",
        ],
    ),
    (
        "weighed against another",
        &[
            "Weigh gRPC against REST for the agents and tell us what to use",
            "Weigh up Redis and Memcached and say which one to pick",
        ],
    ),
    (
        "run once, to find something out",
        &[
            "Run a profiler, find the bottlenecks and possible fixes",
            "Do some profiling, identify hot spots and options",
            "Run load tests and identify the limits",
        ],
    ),
    (
        "asked twice",
        &[
            "Should we drop Windows 7? What do people think?",
            "Should we still support Node 16? Thoughts?",
            "Do we want a plugin system? What are your opinions?",
        ],
    ),
    ("found wrong by somebody who looks", &["Investigate misrouting of packets"]),
];

#[test]
fn work_that_yields_knowledge_or_a_decision_is_advisory() {
    assert_eq!(wrong(TABLE, Label::Advisory), Vec::<String>::new());
}
