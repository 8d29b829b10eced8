//! The protocol's side: what is offered, and each request brought to its tool.

use std::sync::Arc;
use std::time::Instant;

use countersign_engine::Session;
use rmcp::ErrorData;
use rmcp::handler::server::ServerHandler;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, GetPromptRequestParams,
    GetPromptResponse, Implementation, ListPromptsResult, ListResourceTemplatesResult,
    ListResourcesResult, ListToolsResult, MetaObject, PaginatedRequestParams,
    ReadResourceRequestParams, ReadResourceResponse, ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::{RequestContext, RoleServer};
use serde_json::json;

use super::house::{Call, House, Progress};
use super::{hints, identity, prompts, resources, tools};
use crate::failure::Failure;

/// How an agent works with it, in a few lines.
const INSTRUCTIONS: &str = "\
Countersign holds the contract of each task and judges the work itself; nothing is done because someone says so.
1. next_task claims what is assigned to you and gives its brief; my_inbox shows what else waits for you. If you work in a \
git work tree of your own, name it: next_task(worktree=…).
2. Do the work in the folder that next_task gives: there it is judged. The contract says what will be checked; tests and settings that it does not \
name are put back before they are run.
3. submit_for_review hands in what the folder holds at that moment and answers, for each criterion, what the clean room \
saw; what you change later is not judged. If one failed, mend exactly that and submit again; when the attempts are used up, a person decides.
4. Work of others is yours to review (approve_task, reject_task) or to verify (verify_task, reject_verification) where \
you have the hat; never your own. Say what you tried.
A refusal names the rule and who could do it instead.";

/// Who is at the other end.
#[derive(Clone)]
pub enum Caller {
    /// One actor for the whole of the connection, by the token it was started with.
    Bound(Arc<str>),
    /// Whoever each request's own token stands for; the HTTP side has put it there.
    EachRequest,
}

#[derive(Clone)]
pub struct Server {
    house: Arc<House>,
    caller: Caller,
}

impl Server {
    pub fn new(house: Arc<House>, caller: Caller) -> Self {
        Self { house, caller }
    }

    /// Who is asking now. A token that was revoked or has expired since opens nothing any more.
    async fn session(&self, context: &RequestContext<RoleServer>) -> Result<Session, Failure> {
        match &self.caller {
            Caller::Bound(token) => Ok(self.house.engine.authenticate(token).await?),
            Caller::EachRequest => context
                .extensions
                .get::<http::request::Parts>()
                .and_then(|parts| parts.extensions.get::<Session>())
                .cloned()
                .ok_or(Failure::NoIdentity),
        }
    }

    async fn admitted(&self, context: &RequestContext<RoleServer>) -> Result<(), ErrorData> {
        let refused = |failure: Failure| ErrorData::invalid_request(failure.to_string(), None);
        self.session(context).await.map(|_| ()).map_err(refused)
    }

    async fn call(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<serde_json::Value, Failure> {
        let asked = Instant::now();
        let tool = tools::named(&request.name)
            .ok_or_else(|| Failure::Usage(format!("there is no tool {:?}", request.name)))?;
        let session = self.session(&context).await?;
        let arguments = identity::unnamed(&session, request.arguments.unwrap_or_default())?;
        let progress = Progress::of(context);
        let call = Call { house: Arc::clone(&self.house), session, progress, asked };
        tool.call(call, arguments).await
    }
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder()
            .enable_tools()
            .enable_prompts()
            .enable_resources()
            .build();
        let name =
            Implementation::new("countersign", env!("CARGO_PKG_VERSION")).with_title("Countersign");
        ServerConfig::new(capabilities).with_server_info(name).with_instructions(INSTRUCTIONS)
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        tools::named(name).map(|tool| tool.described.clone())
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let all = tools::all().iter().map(|tool| tool.described.clone());
        Ok(ListToolsResult::with_all_items(all.collect()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        if tools::named(&request.name).is_none() {
            return Err(ErrorData::invalid_params(
                format!("there is no tool {:?}", request.name),
                None,
            ));
        }
        let tool = request.name.clone();
        let result = match self.call(request, context).await {
            Ok(value) => CallToolResult::structured(value),
            Err(failure) => refused(&failure, &tool),
        };
        Ok(result.into())
    }

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        Ok(prompts::all())
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        self.admitted(&context).await?;
        Ok(prompts::get(&self.house, request).await?.into())
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        self.admitted(&context).await?;
        let failed = |failure: Failure| ErrorData::internal_error(failure.to_string(), None);
        resources::open(&self.house).await.map_err(failed)
    }

    async fn list_resource_templates(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        Ok(resources::templates())
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        self.admitted(&context).await?;
        Ok(resources::read(&self.house, &request.uri).await?.into())
    }
}

/// Under which a refusal is for programs.
const REFUSAL: &str = "countersign/refusal";

/// A refusal that an agent can read: which rule, and what to do. For programs the same is beside it and not in the
/// structured content: some clients hold that against the schema of what the tool gives, also when it gives nothing.
fn refused(failure: &Failure, tool: &str) -> CallToolResult {
    let (rule, message) = (failure.code(), failure.to_string());
    let hint = hints::of(failure, tool);
    let mut text = format!("{message} [{rule}]");
    if let Some(hint) = &hint {
        text.push_str(&format!("\nhint: {hint}"));
    }
    let told = json!({ "rule": rule, "message": message, "hint": hint });
    let meta = MetaObject([(REFUSAL.to_owned(), told)].into_iter().collect());
    let mut result = CallToolResult::error(vec![ContentBlock::text(text)]);
    result.meta = Some(meta);
    result
}
