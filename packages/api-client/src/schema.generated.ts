/** Made by `./platform generate` from the OpenAPI description of the manager. Never edited. */

export interface paths {
    readonly "/healthz": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Liveness; 503 while the service is alive but in a fatal state */
        readonly get: operations["healthz"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/readyz": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Readiness; 503 with BOOT_DEGRADED and the failing checks otherwise */
        readonly get: operations["readyz"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/metrics": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Metrics in text exposition format */
        readonly get: operations["metrics"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/config": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Configuration in force, secrets redacted */
        readonly get: operations["config"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/bots": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Bot configurations */
        readonly get: operations["listBots"];
        readonly put?: never;
        /** Create a bot, stopped */
        readonly post: operations["createBot"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/bots/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** One bot configuration */
        readonly get: operations["getBot"];
        /** Change a bot configuration */
        readonly put: operations["updateBot"];
        readonly post?: never;
        /** Delete a stopped bot */
        readonly delete: operations["deleteBot"];
        readonly options?: never;
        readonly head?: never;
        /** The same as PUT */
        readonly patch: operations["patchBot"];
        readonly trace?: never;
    };
    readonly "/bots/{id}/start": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Start a stopped bot */
        readonly post: operations["start"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/bots/{id}/pause": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Pause a running bot */
        readonly post: operations["pause"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/bots/{id}/resume": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Resume a paused bot */
        readonly post: operations["resume"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/bots/{id}/stop": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Stop a running or paused bot */
        readonly post: operations["stop"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/bots/{id}/promote": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Move a bot to another image */
        readonly post: operations["promote"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/bots/{id}/clear-quarantine": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Let the reconciler watch the bot again */
        readonly post: operations["clearQuarantine"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/bots/{id}/audit": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Audit log of a bot, newest first */
        readonly get: operations["botAudit"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/bots/{id}/deploy/promote": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Start a green/blue deploy */
        readonly post: operations["startDeploy"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/bots/{id}/deploy/abort": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Abort the deploy under way */
        readonly post: operations["abortDeploy"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/bots/{id}/deploy/status": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The latest deploy of a bot */
        readonly get: operations["deployStatus"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/bots/{id}/deploys": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Deploys of a bot, newest first */
        readonly get: operations["deployHistory"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/deploys/service": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Service deploys, newest first */
        readonly get: operations["serviceDeployHistory"];
        readonly put?: never;
        /** Deploy a service */
        readonly post: operations["startServiceDeploy"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/deploys/service/{deploy_id}/abort": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /** Abort a service deploy */
        readonly delete: operations["abortServiceDeploy"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/deploys/service/{deploy_id}/status": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** One service deploy */
        readonly get: operations["serviceDeployStatus"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/backtest": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Run a backtest: 200 when complete, 202 when it goes on */
        readonly post: operations["backtest"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/runs": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Runs, newest first */
        readonly get: operations["listRuns"];
        readonly put?: never;
        /** Create a run: 200 when complete, 202 when it goes on */
        readonly post: operations["createRun"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/bff/risk/resume": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Clear the halt latch, through the risk service */
        readonly post: operations["riskResume"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/bff/risk/pause/{bot_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Pause a bot, through the risk service */
        readonly post: operations["riskPause"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/bff/emergency-flatten": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Engage the halt latch and flatten, through the risk service */
        readonly post: operations["bffEmergencyFlatten"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/bff/risk/emergency-flatten": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Engage the halt latch and flatten, through the risk service */
        readonly post: operations["bffRiskEmergencyFlatten"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/risk/emergency-flatten": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Engage the halt latch and flatten, through the risk service */
        readonly post: operations["riskEmergencyFlatten"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/bff/bots/{bot_id}/clear-quarantine": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Let the reconciler watch the bot again */
        readonly post: operations["bffClearQuarantine"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/bff/bus-token": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** A short-lived bus user for the browser */
        readonly post: operations["busToken"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/ws": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** WebSocket: live events */
        readonly get: operations["websocket"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/data/backfill/{source}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Start a backfill job */
        readonly post: operations["startBackfill"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/data/backfill/jobs/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /** Cancel a backfill job; rows already written stay */
        readonly delete: operations["cancelBackfill"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/data/sources/{name}/unquarantine": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Ask the data service to return a quarantined source to rotation */
        readonly post: operations["unquarantineSource"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/runs/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** One run with its performance and certificate */
        readonly get: operations["getRun"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/runs/{id}/roundtrips": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Roundtrips of a run */
        readonly get: operations["runRoundtrips"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/runs/{id}/equity": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Equity curve of a run */
        readonly get: operations["runEquity"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/bots/{id}/runs": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Runs of a bot */
        readonly get: operations["botRuns"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/bots/{id}/equity": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Equity curve of a bot */
        readonly get: operations["botEquity"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/bots/{id}/events": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Events of a bot, newest first */
        readonly get: operations["botEvents"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/bff/bots/{bot_id}/metrics-summary": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Rollup of a bot from the metrics server */
        readonly get: operations["botMetricsSummary"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/bff/alerts/firing": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Alerts that fire now */
        readonly get: operations["firingAlerts"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/performance": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Performance of live trading */
        readonly get: operations["performance"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/portfolio": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Equity, exposure and positions */
        readonly get: operations["portfolio"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/strategies": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Registered strategies with their schemas */
        readonly get: operations["strategies"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/overlays/decisions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Decisions of overlays, newest first */
        readonly get: operations["overlayDecisions"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/overlays/summary": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Decisions and vetoes per overlay */
        readonly get: operations["overlaySummary"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/source-health": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Freshness of each data source */
        readonly get: operations["sourceHealth"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/data/status": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** State of the data service */
        readonly get: operations["dataStatus"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/data/inventory": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** What history is stored */
        readonly get: operations["dataInventory"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/data/backfill/jobs": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Active backfill jobs */
        readonly get: operations["dataBackfillJobs"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/exchange/ping": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Reach of the exchange */
        readonly get: operations["exchangePing"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/bff/bot-defaults": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Defaults of a new bot */
        readonly get: operations["botDefaults"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/bff/bots": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Every bot with its position, profit, parity and last error */
        readonly get: operations["botOverviews"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/bots/{id}/fills": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Fills of a bot, newest first */
        readonly get: operations["botFills"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/bff/events": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** What happened lately to bots, risk and by operators, newest first */
        readonly get: operations["events"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/bff/risk": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The halt latch with who and why, breakers, pauses and limits */
        readonly get: operations["risk"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/bff/risk/audit": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Audit log of the latch, newest first */
        readonly get: operations["riskAudit"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/bff/execution": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Age of the last reconcile per network, and orders whose fate is open */
        readonly get: operations["execution"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/data/klines": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Closed candles for a chart, ascending: the newest ones unless from_ts says otherwise */
        readonly get: operations["klines"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/bff/services": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Health of every service as the manager last saw it */
        readonly get: operations["services"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/bff/services/{service}/config": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Configuration of a service, secrets redacted */
        readonly get: operations["serviceConfig"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/runs/{id}/curve": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The whole equity curve of a run, as columns */
        readonly get: operations["runCurve"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/data/funding": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Funding settlements of a span, as columns, oldest first */
        readonly get: operations["funding"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        readonly AuditRecord: {
            readonly id: string;
            readonly actor: string;
            readonly action: string;
            readonly before: {
                readonly [key: string]: unknown;
            } | null;
            readonly after: {
                readonly [key: string]: unknown;
            } | null;
            readonly trace_id: string;
            /** @description ISO 8601, UTC */
            readonly created_at: string;
        };
        readonly BackfillCancelledView: {
            /** @constant */
            readonly status: "cancelled";
        };
        readonly BackfillJobView: {
            readonly id: string;
            readonly source: string;
            readonly status: string;
            readonly symbols: readonly string[];
            /** @description Epoch milliseconds */
            readonly fromTs: number;
            /** @description Epoch milliseconds */
            readonly toTs: number;
            readonly rowsFetched: number;
            readonly rowsWritten: number;
            readonly progress: number;
            readonly rowsPerSecond: number;
            readonly etaSeconds: number | null;
            /** @description ISO 8601, UTC */
            readonly startedAt: string;
            readonly finishedAt: string | null;
            readonly error: string | null;
        };
        readonly BackfillJobsViewResponse: {
            readonly items: readonly components["schemas"]["BackfillJobView"][];
        };
        readonly BackfillRequest: {
            /** @description Absent: the configured ones */
            readonly symbols?: readonly string[];
            /** @description Epoch milliseconds */
            readonly from_ts?: number;
            /** @description Epoch milliseconds */
            readonly to_ts?: number;
            /**
             * @description Of open interest and ratios; 1h when absent
             * @enum {string}
             */
            readonly period?: "5m" | "15m" | "30m" | "1h" | "2h" | "4h" | "6h" | "12h" | "1d";
        };
        readonly BacktestRequest: {
            /** @description Registered strategy name */
            readonly strategy: string;
            /** @description Trading pair, e.g. BTCUSDT */
            readonly symbol: string;
            /**
             * @description Candle time frame
             * @enum {string}
             */
            readonly timeframe: "1m" | "5m" | "15m" | "30m" | "1h" | "2h" | "4h" | "6h" | "8h" | "12h" | "1d" | "1w";
            /** @description Epoch milliseconds */
            readonly from_ts: number;
            /** @description Epoch milliseconds */
            readonly to_ts: number;
            readonly params?: {
                readonly [key: string]: unknown;
            };
            /** @description Decimal number above zero as a string */
            readonly initial_equity_usd?: string;
            readonly costs?: {
                readonly taker_fee_bps?: number;
                readonly slippage_bps?: number;
            };
            /** @description 1: signal quality · 2: realistic simulation */
            readonly level?: number;
        };
        readonly BffFlattenResponse: {
            /** @constant */
            readonly status: "flatten_initiated";
            readonly positionsTargeted: number;
        };
        readonly BffPauseResponse: {
            /** @constant */
            readonly status: "paused";
            readonly botId: string;
        };
        readonly BffQuarantineCleared: {
            /** @constant */
            readonly status: "quarantine_cleared";
            readonly botId: string;
        };
        readonly BffResumeResponse: {
            /** @constant */
            readonly status: "resumed";
            readonly resumedBots: readonly string[];
        };
        readonly BotConfig: {
            readonly id: string;
            readonly bot_name: string;
            /** @enum {string} */
            readonly desired_state: "stopped" | "running" | "paused";
            /** @enum {string} */
            readonly status: "stopped" | "starting" | "warming" | "live" | "degraded" | "paused" | "draining" | "failed" | "quarantined";
            readonly quarantined_at: string | null;
            readonly image_tag: string;
            readonly auto_deploy: boolean;
            readonly strategy: string;
            readonly symbol: string;
            readonly timeframe: string;
            readonly params: {
                readonly [key: string]: unknown;
            };
            /** @enum {string} */
            readonly network: "testnet" | "prod";
            readonly sizing: components["schemas"]["Sizing"];
            readonly leverage: number;
            readonly cluster_id: string | null;
            /** @enum {string} */
            readonly warmup_mode: "strict" | "degraded";
            /** @enum {string} */
            readonly candle_source: "data-ws" | "scripted";
            readonly overlays: readonly components["schemas"]["OverlaySetting"][];
            /** @description Grows with every change of the configuration */
            readonly generation: number;
            /** @description ISO 8601, UTC */
            readonly created_at: string;
            /** @description ISO 8601, UTC */
            readonly updated_at: string;
        };
        readonly BotCreateRequest: {
            readonly bot_name: string;
            /** @description String matching ^[a-zA-Z0-9][a-zA-Z0-9._-]{0,127}$ */
            readonly image_tag?: unknown;
            /** @description Refused: use start, pause, resume and stop */
            readonly desired_state?: unknown;
            readonly auto_deploy?: boolean;
            readonly strategy?: string;
            /** @description Trading pair, e.g. BTCUSDT */
            readonly symbol?: string;
            /**
             * @description Candle time frame
             * @enum {string}
             */
            readonly timeframe?: "1m" | "5m" | "15m" | "30m" | "1h" | "2h" | "4h" | "6h" | "8h" | "12h" | "1d" | "1w";
            readonly params?: {
                readonly [key: string]: unknown;
            };
            /** @enum {string} */
            readonly network?: "testnet" | "prod";
            readonly sizing?: components["schemas"]["Sizing"];
            readonly leverage?: number;
            readonly cluster_id?: string | null;
            /** @enum {string} */
            readonly warmup_mode?: "strict" | "degraded";
            /** @enum {string} */
            readonly candle_source?: "data-ws" | "scripted";
            readonly overlays?: readonly components["schemas"]["OverlaySetting"][];
        };
        readonly BotDefaultsResponse: {
            readonly imageTag: string;
            readonly autoDeploy: boolean;
            /** @enum {string} */
            readonly network: "testnet" | "prod";
            readonly sizing: {
                /** @enum {string} */
                readonly mode: "vol_target" | "fixed";
                readonly value: number;
            };
            readonly leverage: number;
            /** @enum {string} */
            readonly warmupMode: "strict" | "degraded";
            /** @enum {string} */
            readonly candleSource: "data-ws" | "scripted";
            readonly overlays: readonly {
                readonly [key: string]: unknown;
            }[];
        };
        readonly BotDeleted: {
            /** @constant */
            readonly status: "deleted";
            readonly id: string;
        };
        readonly BotEventView: {
            readonly id: string;
            readonly botId: string;
            readonly eventType: string;
            /** @description ISO 8601, UTC */
            readonly createdAt: string;
            readonly metadata: {
                readonly [key: string]: unknown;
            };
        };
        readonly BotOverview: {
            readonly botId: string;
            readonly botName: string;
            /** @enum {string} */
            readonly desiredState: "stopped" | "running" | "paused";
            /** @enum {string} */
            readonly status: "stopped" | "starting" | "warming" | "live" | "degraded" | "paused" | "draining" | "failed" | "quarantined";
            /** @enum {string} */
            readonly network: "testnet" | "prod";
            /** @enum {string} */
            readonly candleSource: "data-ws" | "scripted";
            readonly strategy: string;
            /** @description Trading pair, e.g. BTCUSDT */
            readonly symbol: string;
            /**
             * @description Candle time frame
             * @enum {string}
             */
            readonly timeframe: "1m" | "5m" | "15m" | "30m" | "1h" | "2h" | "4h" | "6h" | "8h" | "12h" | "1d" | "1w";
            readonly clusterId: string | null;
            /** @description The image tag it runs */
            readonly version: string;
            /** @description Grows with every change of its settings */
            readonly generation: number;
            readonly startedAt: string | null;
            readonly quarantinedAt: string | null;
            readonly pausedByRisk: {
                readonly reason: string;
                /** @description ISO 8601, UTC */
                readonly since: string;
            } | null;
            readonly lastBarOpenTime: number | null;
            readonly lastBarAgeSeconds: number | null;
            readonly position: components["schemas"]["PositionView"] | null;
            readonly equityUsd: string | null;
            readonly pnlTodayUsd: string | null;
            readonly pnl7dUsd: string | null;
            readonly pnlAllUsd: string | null;
            readonly drawdownPct: number | null;
            readonly parity: {
                /** @enum {string} */
                readonly result: "match" | "divergence";
                readonly barCount: number;
                /** @description ISO 8601, UTC */
                readonly auditedAt: string;
                readonly acknowledged: boolean;
            } | null;
            readonly lastError: {
                readonly eventType: string;
                readonly message: string;
                /** @description ISO 8601, UTC */
                readonly at: string;
            } | null;
            /** @description Equity over the last day, oldest first */
            readonly sparkline: readonly number[];
        };
        readonly BotOverviewsResponse: {
            /** @description ISO 8601, UTC */
            readonly asOf: string;
            readonly items: readonly components["schemas"]["BotOverview"][];
        };
        readonly BotUpdateRequest: {
            readonly bot_name?: string;
            /** @description String matching ^[a-zA-Z0-9][a-zA-Z0-9._-]{0,127}$ */
            readonly image_tag?: unknown;
            /** @description Refused: use start, pause, resume and stop */
            readonly desired_state?: unknown;
            readonly auto_deploy?: boolean;
            readonly strategy?: string;
            /** @description Trading pair, e.g. BTCUSDT */
            readonly symbol?: string;
            /**
             * @description Candle time frame
             * @enum {string}
             */
            readonly timeframe?: "1m" | "5m" | "15m" | "30m" | "1h" | "2h" | "4h" | "6h" | "8h" | "12h" | "1d" | "1w";
            readonly params?: {
                readonly [key: string]: unknown;
            };
            /** @enum {string} */
            readonly network?: "testnet" | "prod";
            readonly sizing?: components["schemas"]["Sizing"];
            readonly leverage?: number;
            readonly cluster_id?: string | null;
            /** @enum {string} */
            readonly warmup_mode?: "strict" | "degraded";
            /** @enum {string} */
            readonly candle_source?: "data-ws" | "scripted";
            readonly overlays?: readonly components["schemas"]["OverlaySetting"][];
        };
        readonly BusTokenRequest: {
            readonly bot_ids?: readonly string[];
        };
        readonly BusTokenResponse: {
            /** @description NATS bearer JWT of a short-lived user: subscribe-only, websocket only */
            readonly jwt: string;
            readonly url: string;
            /** @description ISO 8601, UTC */
            readonly expiresAt: string;
        };
        readonly Certificate: {
            readonly codeVersion: string;
            readonly codeDigest: string;
            readonly dataDigest: string;
            readonly paramsDigest: string;
            readonly costsDigest: string;
            readonly decisionsDigest: string;
        };
        readonly DataInventoryResponse: {
            readonly items: readonly {
                readonly source: string;
                readonly symbol: string | null;
                readonly market: string | null;
                readonly timeframe: string | null;
                readonly earliest: number | null;
                readonly latest: number | null;
                readonly rowCount: number;
                readonly gapCount: number;
                /** @description The first hundred, oldest first; toTs is exclusive */
                readonly gaps: readonly {
                    /** @description Epoch milliseconds */
                    readonly fromTs: number;
                    /** @description Epoch milliseconds */
                    readonly toTs: number;
                    readonly missing: number;
                }[];
            }[];
        };
        readonly DataStatusResponse: {
            readonly ready: boolean;
            readonly sources: readonly components["schemas"]["SourceHealthView"][];
            readonly runningJobs: number;
        };
        readonly Deploy: {
            readonly deploy_id: string;
            readonly bot_id: string;
            /** @enum {string} */
            readonly status: "pending" | "shadowing" | "swapping" | "completed" | "aborted" | "failed";
            readonly from_image_tag: string | null;
            readonly target_image_tag: string;
            readonly shadow_matches: number;
            readonly shadow_divergences: number;
            readonly error: string | null;
            /** @description ISO 8601, UTC */
            readonly started_at: string;
            readonly finished_at: string | null;
        };
        readonly DeployStatusResponse: {
            readonly deploy: components["schemas"]["Deploy"] | null;
        };
        readonly EquityPoint: {
            /** @description Epoch milliseconds */
            readonly ts: number;
            /** @description Decimal number as a string */
            readonly equityUsd: string;
            readonly drawdownPct: number;
        };
        /** Error */
        readonly ErrorBody: {
            /** @description One of the codes in docs/errors.md. */
            readonly code: string;
            /** @description What is wrong, for a person; never contains a secret. */
            readonly message: string;
            /** @description The parameter or body field to blame, path segments joined by a slash; null where none is. */
            readonly field: string | null;
            /** @enum {unknown} */
            readonly severity: "Warning" | "Error" | "Critical";
            /** @enum {unknown} */
            readonly category: "Safety" | "Infra" | "Data" | "Control";
            readonly trace_id: string;
        };
        readonly EventView: {
            readonly id: string;
            /** @enum {string} */
            readonly source: "bot" | "risk" | "audit";
            readonly type: string;
            readonly botId: string | null;
            readonly breaker: ("drawdown" | "connectivity" | "vpin" | "macro" | "correlation") | null;
            readonly actor: string | null;
            readonly reason: string | null;
            readonly traceId: string | null;
            /** @description ISO 8601, UTC */
            readonly createdAt: string;
            readonly metadata: {
                readonly [key: string]: unknown;
            };
        };
        readonly ExchangePingResponse: {
            readonly networks: readonly {
                /** @enum {string} */
                readonly network: "testnet" | "prod";
                readonly reachable: boolean;
                readonly roundTripMs: number | null;
                readonly serverTimeOffsetMs: number | null;
            }[];
        };
        readonly ExecutionView: {
            readonly networks: readonly {
                /** @enum {string} */
                readonly network: "testnet" | "prod";
                readonly lastReconcileAt: string | null;
                readonly reconcileAgeSeconds: number | null;
                readonly anomalies: number | null;
                readonly fixed: number | null;
                readonly quarantined: boolean;
            }[];
            readonly unresolvedOrders: readonly components["schemas"]["UnresolvedOrder"][];
        };
        readonly FillView: {
            readonly id: string;
            /** @enum {string} */
            readonly network: "testnet" | "prod";
            /** @description Trading pair, e.g. BTCUSDT */
            readonly symbol: string;
            readonly tradeId: string;
            readonly leg: ("entry" | "sl" | "tp" | "exit" | "flatten") | null;
            /** @enum {string} */
            readonly side: "buy" | "sell";
            /** @description Decimal number as a string */
            readonly qty: string;
            /** @description Decimal number as a string */
            readonly price: string;
            /** @description Decimal number as a string */
            readonly fee: string;
            readonly feeAsset: string | null;
            /** @description Decimal number as a string */
            readonly realisedPnlUsd: string;
            readonly isMaker: boolean;
            readonly orderId: string | null;
            readonly intentId: string | null;
            /** @description Epoch milliseconds */
            readonly tradeTime: number;
            /** @description ISO 8601, UTC */
            readonly createdAt: string;
        };
        readonly FiringAlert: {
            readonly name: string;
            readonly severity: string | null;
            readonly summary: string | null;
            /** @description ISO 8601, UTC */
            readonly startsAt: string;
            readonly labels: {
                readonly [key: string]: unknown;
            };
        };
        readonly FiringAlertsResponse: {
            readonly items: readonly components["schemas"]["FiringAlert"][];
        };
        readonly FundingView: {
            readonly ts: readonly number[];
            readonly rate: readonly number[];
        };
        readonly HealthResponse: {
            /** @enum {string} */
            readonly status: "ok" | "degraded" | "fatal";
            readonly service: string;
            readonly version: string;
            /** @description E.g. peer_down, ws_reconnect_storm, ws_subscriber_overload */
            readonly degraded: readonly string[];
            /** @description Risk service only: the halt latch, true also when unreadable */
            readonly halted?: boolean;
        };
        readonly KlinesView: {
            /** @description Trading pair, e.g. BTCUSDT */
            readonly symbol: string;
            /** @enum {string} */
            readonly market: "spot" | "perp";
            /**
             * @description Candle time frame
             * @enum {string}
             */
            readonly timeframe: "1m" | "5m" | "15m" | "30m" | "1h" | "2h" | "4h" | "6h" | "8h" | "12h" | "1d" | "1w";
            readonly klines: readonly {
                /** @description Epoch milliseconds */
                readonly openTime: number;
                readonly open: number;
                readonly high: number;
                readonly low: number;
                readonly close: number;
                readonly volume: number;
            }[];
        };
        readonly MetricsSummary: {
            readonly botId: string;
            readonly up: number | null;
            readonly candlesProcessed: number | null;
            readonly signalsEmitted: number | null;
            readonly intentsEmitted: number | null;
            readonly errors: number | null;
            readonly leaseLivenessAgeSeconds: number | null;
        };
        readonly NotReadyBody: {
            /** @description One of the codes in docs/errors.md. */
            readonly code: string;
            /** @description What is wrong, for a person; never contains a secret. */
            readonly message: string;
            /** @description The parameter or body field to blame, path segments joined by a slash; null where none is. */
            readonly field: string | null;
            /** @enum {unknown} */
            readonly severity: "Warning" | "Error" | "Critical";
            /** @enum {unknown} */
            readonly category: "Safety" | "Infra" | "Data" | "Control";
            readonly trace_id: string;
            readonly checks: readonly components["schemas"]["ReadinessCheck"][];
        };
        readonly OverlayDecisionView: {
            readonly id: string;
            readonly botId: string;
            readonly overlay: string;
            /** @enum {string} */
            readonly verdict: "pass" | "veto" | "scale";
            readonly reason: string;
            /** @description Epoch milliseconds */
            readonly barOpenTime: number;
            readonly details: {
                readonly [key: string]: unknown;
            };
            /** @description ISO 8601, UTC */
            readonly createdAt: string;
        };
        readonly OverlaySetting: {
            readonly name: string;
            readonly params?: {
                readonly [key: string]: unknown;
            };
        };
        readonly OverlaySummaryResponse: {
            readonly items: readonly {
                readonly overlay: string;
                readonly decisions: number;
                readonly vetoes: number;
            }[];
        };
        readonly PerformanceResponse: {
            readonly stats: components["schemas"]["PerformanceStats"];
            readonly equity: readonly components["schemas"]["EquityPoint"][];
        };
        readonly PerformanceStats: {
            readonly sharpe: number | null;
            readonly maxDrawdownPct: number | null;
            readonly cagrPct: number | null;
            readonly winRatePct: number | null;
            /** @description Decimal number as a string */
            readonly netPnlUsd: string;
            /** @description Decimal number as a string */
            readonly feesUsd: string;
            /** @description Decimal number as a string */
            readonly fundingUsd: string;
            /** @description Decimal number as a string */
            readonly slippageUsd: string;
            readonly roundtripCount: number;
        };
        readonly PortfolioResponse: {
            /** @description ISO 8601, UTC */
            readonly asOf: string;
            readonly equityUsd: string | null;
            readonly pnlTodayUsd: string | null;
            readonly pnl7dUsd: string | null;
            readonly pnlAllUsd: string | null;
            readonly drawdownPct: number | null;
            readonly grossExposureUsd: string | null;
            readonly exposureBySymbol: readonly {
                /** @description Trading pair, e.g. BTCUSDT */
                readonly symbol: string;
                /** @description Decimal number as a string */
                readonly longUsd: string;
                /** @description Decimal number as a string */
                readonly shortUsd: string;
                /** @description Decimal number as a string */
                readonly grossUsd: string;
                /** @description Decimal number as a string */
                readonly netUsd: string;
            }[];
            readonly exposureByCluster: readonly {
                readonly clusterId: string | null;
                /** @description Decimal number as a string */
                readonly longUsd: string;
                /** @description Decimal number as a string */
                readonly shortUsd: string;
                /** @description Decimal number as a string */
                readonly grossUsd: string;
                /** @description Decimal number as a string */
                readonly netUsd: string;
            }[];
            readonly unprotectedPositions: number;
            readonly positions: readonly components["schemas"]["PositionView"][];
            readonly bots: readonly {
                readonly botId: string;
                readonly botName: string;
                /** @enum {string} */
                readonly status: "stopped" | "starting" | "warming" | "live" | "degraded" | "paused" | "draining" | "failed" | "quarantined";
                readonly equityUsd: string | null;
                readonly pnlTodayUsd: string | null;
            }[];
        };
        readonly PositionView: {
            /** @enum {string} */
            readonly network: "testnet" | "prod";
            /** @description Trading pair, e.g. BTCUSDT */
            readonly symbol: string;
            readonly botId: string | null;
            /** @enum {string} */
            readonly side: "long" | "short";
            /** @description Decimal number as a string */
            readonly qty: string;
            /** @description Decimal number as a string */
            readonly entryPrice: string;
            readonly markPrice: string | null;
            readonly unrealisedPnlUsd: string | null;
            readonly stopPrice: string | null;
            readonly liquidationPrice: string | null;
            readonly protected: boolean;
        };
        readonly PromoteRequest: {
            /** @description Required: string matching ^[a-zA-Z0-9][a-zA-Z0-9._-]{0,127}$ */
            readonly target_image_tag?: unknown;
        };
        readonly QuarantineCleared: {
            /** @constant */
            readonly status: "quarantine_cleared";
            readonly bot_id: string;
        };
        readonly ReadinessCheck: {
            readonly name: string;
            readonly ok: boolean;
            readonly detail: string | null;
        };
        readonly ReadyResponse: {
            /** @constant */
            readonly status: "ready";
            readonly service: string;
            readonly version: string;
            readonly checks: readonly components["schemas"]["ReadinessCheck"][];
        };
        readonly RiskAuditView: {
            readonly id: string;
            readonly action: string;
            readonly scope: string;
            readonly reason: string;
            readonly actor: string;
            readonly breaker: ("drawdown" | "connectivity" | "vpin" | "macro" | "correlation") | null;
            readonly traceId: string;
            /** @description ISO 8601, UTC */
            readonly createdAt: string;
        };
        readonly RiskView: {
            readonly latch: {
                readonly halted: boolean;
                /** @description ISO 8601, UTC */
                readonly since: string;
                readonly actor: string | null;
                readonly reason: string | null;
                readonly scope: string | null;
                readonly breaker: ("drawdown" | "connectivity" | "vpin" | "macro" | "correlation") | null;
                readonly traceId: string | null;
            };
            readonly breakers: readonly {
                /** @enum {string} */
                readonly breaker: "drawdown" | "connectivity" | "vpin" | "macro" | "correlation";
                readonly scope: string;
                /** @enum {string} */
                readonly status: "ok" | "degraded" | "tripped";
                /** @enum {string} */
                readonly outcome: "None" | "PauseBots" | "Flatten";
                readonly value: number | null;
                readonly threshold: number | null;
                readonly distance: number | null;
                readonly reason: string | null;
                /** @description ISO 8601, UTC */
                readonly since: string;
                readonly evaluatedAt: string | null;
            }[];
            readonly pauses: readonly {
                readonly botId: string;
                readonly reason: string;
                readonly breaker: ("drawdown" | "connectivity" | "vpin" | "macro" | "correlation") | null;
                /** @description ISO 8601, UTC */
                readonly since: string;
            }[];
            readonly limits: readonly {
                readonly name: string;
                readonly value: number;
                readonly description: string;
                readonly updatedBy: string;
            }[];
        };
        readonly Roundtrip: {
            readonly seq: number;
            /** @enum {string} */
            readonly side: "long" | "short";
            /** @description Epoch milliseconds */
            readonly entryTs: number;
            /** @description Epoch milliseconds */
            readonly exitTs: number;
            readonly durationMs: number;
            /** @description Decimal number as a string */
            readonly qty: string;
            /** @description Decimal number as a string */
            readonly entryPrice: string;
            /** @description Decimal number as a string */
            readonly exitPrice: string;
            /** @description Decimal number as a string */
            readonly pnlUsd: string;
            /** @description Decimal number as a string */
            readonly feesUsd: string;
            /** @description Decimal number as a string */
            readonly slippageUsd: string;
            /** @description Decimal number as a string */
            readonly fundingUsd: string;
            readonly exitReason: string;
            readonly maePct: number | null;
            readonly mfePct: number | null;
        };
        readonly RunAccepted: {
            readonly run_id: string;
            readonly runId: string;
            /** @enum {string} */
            readonly status: "queued" | "running" | "completed" | "failed";
        };
        readonly RunCreateRequest: {
            /** @description Registered strategy name */
            readonly strategy_name: string;
            /** @enum {string} */
            readonly kind?: "live" | "paper" | "backtest";
            /** @description Trading pair, e.g. BTCUSDT */
            readonly symbol?: string;
            /**
             * @description Candle time frame
             * @enum {string}
             */
            readonly timeframe?: "1m" | "5m" | "15m" | "30m" | "1h" | "2h" | "4h" | "6h" | "8h" | "12h" | "1d" | "1w";
            /** @description Epoch milliseconds */
            readonly from_ts?: number;
            /** @description Epoch milliseconds */
            readonly to_ts?: number;
            readonly params?: {
                readonly [key: string]: unknown;
            };
            /** @description Decimal number above zero as a string */
            readonly initial_equity_usd?: string;
            readonly costs?: {
                readonly taker_fee_bps?: number;
                readonly slippage_bps?: number;
            };
            /** @description 1: signal quality · 2: realistic simulation */
            readonly level?: number;
        };
        readonly RunCurve: {
            readonly ts: readonly number[];
            readonly equityUsd: readonly number[];
            readonly drawdownPct: readonly number[];
        };
        readonly RunDetail: {
            readonly run_id: string;
            readonly runId: string;
            readonly id: string;
            readonly botId: string | null;
            /** @enum {string} */
            readonly kind: "live" | "paper" | "backtest";
            /** @enum {string} */
            readonly status: "queued" | "running" | "completed" | "failed";
            readonly strategy: string;
            readonly symbol: string;
            readonly timeframe: string;
            readonly params: {
                readonly [key: string]: unknown;
            };
            readonly fromTs: number | null;
            readonly toTs: number | null;
            readonly sharpe: number | null;
            readonly maxDrawdownPct: number | null;
            /** @description ISO 8601, UTC */
            readonly createdAt: string;
            readonly performance: components["schemas"]["PerformanceStats"] | null;
            readonly certificate: components["schemas"]["Certificate"] | null;
            /** @description Every figure of the engine, in camelCase */
            readonly metrics: {
                readonly [key: string]: unknown;
            };
            readonly costs: {
                readonly [key: string]: unknown;
            };
            /** @description Decimal number as a string */
            readonly initialEquityUsd: string;
            readonly barCount: number | null;
            readonly progress: number;
            readonly warnings: readonly string[];
            readonly error: string | null;
            readonly startedAt: string | null;
            readonly finishedAt: string | null;
        };
        readonly RunSummary: {
            readonly run_id: string;
            readonly runId: string;
            readonly id: string;
            readonly botId: string | null;
            /** @enum {string} */
            readonly kind: "live" | "paper" | "backtest";
            /** @enum {string} */
            readonly status: "queued" | "running" | "completed" | "failed";
            readonly strategy: string;
            readonly symbol: string;
            readonly timeframe: string;
            readonly params: {
                readonly [key: string]: unknown;
            };
            readonly fromTs: number | null;
            readonly toTs: number | null;
            readonly sharpe: number | null;
            readonly maxDrawdownPct: number | null;
            /** @description ISO 8601, UTC */
            readonly createdAt: string;
        };
        readonly ServiceDeploy: {
            readonly deploy_id: string;
            /** @enum {string} */
            readonly service: "data" | "risk" | "manager" | "bot" | "executor";
            /** @enum {string} */
            readonly status: "pending" | "shadowing" | "swapping" | "completed" | "aborted" | "failed";
            readonly from_image_tag: string | null;
            readonly target_image_tag: string;
            readonly error: string | null;
            /** @description ISO 8601, UTC */
            readonly started_at: string;
            readonly finished_at: string | null;
        };
        readonly ServiceDeployRequest: {
            /** @enum {string} */
            readonly service: "data" | "risk" | "manager" | "bot" | "executor";
            /** @description Required: string matching ^[a-zA-Z0-9][a-zA-Z0-9._-]{0,127}$ */
            readonly target_image_tag?: unknown;
        };
        readonly ServiceView: {
            /** @enum {string} */
            readonly service: "data" | "risk" | "manager" | "bot" | "executor";
            /** @enum {string} */
            readonly state: "up" | "degraded" | "down" | "unconfigured";
            readonly version: string | null;
            readonly degraded: readonly string[];
            readonly roundTripMs: number | null;
            readonly checkedAt: string | null;
            readonly since: string | null;
        };
        readonly ServicesResponse: {
            readonly items: readonly components["schemas"]["ServiceView"][];
        };
        readonly Sizing: {
            /** @enum {string} */
            readonly mode: "vol_target" | "fixed";
            readonly value: number;
        };
        readonly SourceHealthView: {
            readonly name: string;
            /** @enum {string} */
            readonly status: "healthy" | "stale" | "quarantined" | "pending";
            readonly lastSuccessAt: string | null;
            readonly freshnessSeconds: number | null;
            readonly cadenceSeconds: number;
            readonly consecutiveFailures: number;
            readonly lastError: string | null;
        };
        readonly SourceHealthViewResponse: {
            readonly items: readonly components["schemas"]["SourceHealthView"][];
        };
        readonly SourceUnquarantinedView: {
            /** @constant */
            readonly status: "unquarantine_requested";
            readonly name: string;
        };
        readonly StrategiesResponse: {
            readonly items: readonly components["schemas"]["StrategyInfo"][];
        };
        readonly StrategyInfo: {
            readonly name: string;
            readonly title: string;
            readonly summary: string;
            /** @enum {string} */
            readonly status: "validated" | "in_progress";
            readonly validatedTimeframes: readonly ("1m" | "5m" | "15m" | "30m" | "1h" | "2h" | "4h" | "6h" | "8h" | "12h" | "1d" | "1w")[];
            readonly timeframes: readonly ("1m" | "5m" | "15m" | "30m" | "1h" | "2h" | "4h" | "6h" | "8h" | "12h" | "1d" | "1w")[];
            readonly schema: {
                readonly [key: string]: unknown;
            };
            /** @description By time frame, with the default parameters; empty where those do not suffice */
            readonly warmupBars: {
                readonly [key: string]: number;
            };
            /** @description Series it cannot run without */
            readonly datasets: readonly string[];
        };
        readonly UnhealthyBody: {
            /** @description One of the codes in docs/errors.md. */
            readonly code: string;
            /** @description What is wrong, for a person; never contains a secret. */
            readonly message: string;
            /** @description The parameter or body field to blame, path segments joined by a slash; null where none is. */
            readonly field: string | null;
            /** @enum {unknown} */
            readonly severity: "Warning" | "Error" | "Critical";
            /** @enum {unknown} */
            readonly category: "Safety" | "Infra" | "Data" | "Control";
            readonly trace_id: string;
            /** @enum {string} */
            readonly status: "ok" | "degraded" | "fatal";
            readonly service: string;
            readonly version: string;
            /** @description E.g. peer_down, ws_reconnect_storm, ws_subscriber_overload */
            readonly degraded: readonly string[];
            /** @description Risk service only: the halt latch, true also when unreadable */
            readonly halted?: boolean;
        };
        readonly UnresolvedOrder: {
            readonly orderId: string;
            readonly botId: string | null;
            /** @enum {string} */
            readonly network: "testnet" | "prod";
            /** @description Trading pair, e.g. BTCUSDT */
            readonly symbol: string;
            /** @enum {string} */
            readonly leg: "entry" | "sl" | "tp" | "exit" | "flatten";
            /** @enum {string} */
            readonly status: "submitting" | "unknown" | "new" | "partially_filled" | "filled" | "cancelled" | "rejected" | "expired";
            readonly statusReason: string | null;
            readonly qty: string | null;
            /** @description ISO 8601, UTC */
            readonly createdAt: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type AuditRecord = components['schemas']['AuditRecord'];
export type BackfillCancelledView = components['schemas']['BackfillCancelledView'];
export type BackfillJobView = components['schemas']['BackfillJobView'];
export type BackfillJobsViewResponse = components['schemas']['BackfillJobsViewResponse'];
export type BackfillRequest = components['schemas']['BackfillRequest'];
export type BacktestRequest = components['schemas']['BacktestRequest'];
export type BffFlattenResponse = components['schemas']['BffFlattenResponse'];
export type BffPauseResponse = components['schemas']['BffPauseResponse'];
export type BffQuarantineCleared = components['schemas']['BffQuarantineCleared'];
export type BffResumeResponse = components['schemas']['BffResumeResponse'];
export type BotConfig = components['schemas']['BotConfig'];
export type BotCreateRequest = components['schemas']['BotCreateRequest'];
export type BotDefaultsResponse = components['schemas']['BotDefaultsResponse'];
export type BotDeleted = components['schemas']['BotDeleted'];
export type BotEventView = components['schemas']['BotEventView'];
export type BotOverview = components['schemas']['BotOverview'];
export type BotOverviewsResponse = components['schemas']['BotOverviewsResponse'];
export type BotUpdateRequest = components['schemas']['BotUpdateRequest'];
export type BusTokenRequest = components['schemas']['BusTokenRequest'];
export type BusTokenResponse = components['schemas']['BusTokenResponse'];
export type Certificate = components['schemas']['Certificate'];
export type DataInventoryResponse = components['schemas']['DataInventoryResponse'];
export type DataStatusResponse = components['schemas']['DataStatusResponse'];
export type Deploy = components['schemas']['Deploy'];
export type DeployStatusResponse = components['schemas']['DeployStatusResponse'];
export type EquityPoint = components['schemas']['EquityPoint'];
export type ErrorBody = components['schemas']['ErrorBody'];
export type EventView = components['schemas']['EventView'];
export type ExchangePingResponse = components['schemas']['ExchangePingResponse'];
export type ExecutionView = components['schemas']['ExecutionView'];
export type FillView = components['schemas']['FillView'];
export type FiringAlert = components['schemas']['FiringAlert'];
export type FiringAlertsResponse = components['schemas']['FiringAlertsResponse'];
export type FundingView = components['schemas']['FundingView'];
export type HealthResponse = components['schemas']['HealthResponse'];
export type KlinesView = components['schemas']['KlinesView'];
export type MetricsSummary = components['schemas']['MetricsSummary'];
export type NotReadyBody = components['schemas']['NotReadyBody'];
export type OverlayDecisionView = components['schemas']['OverlayDecisionView'];
export type OverlaySetting = components['schemas']['OverlaySetting'];
export type OverlaySummaryResponse = components['schemas']['OverlaySummaryResponse'];
export type PerformanceResponse = components['schemas']['PerformanceResponse'];
export type PerformanceStats = components['schemas']['PerformanceStats'];
export type PortfolioResponse = components['schemas']['PortfolioResponse'];
export type PositionView = components['schemas']['PositionView'];
export type PromoteRequest = components['schemas']['PromoteRequest'];
export type QuarantineCleared = components['schemas']['QuarantineCleared'];
export type ReadinessCheck = components['schemas']['ReadinessCheck'];
export type ReadyResponse = components['schemas']['ReadyResponse'];
export type RiskAuditView = components['schemas']['RiskAuditView'];
export type RiskView = components['schemas']['RiskView'];
export type Roundtrip = components['schemas']['Roundtrip'];
export type RunAccepted = components['schemas']['RunAccepted'];
export type RunCreateRequest = components['schemas']['RunCreateRequest'];
export type RunCurve = components['schemas']['RunCurve'];
export type RunDetail = components['schemas']['RunDetail'];
export type RunSummary = components['schemas']['RunSummary'];
export type ServiceDeploy = components['schemas']['ServiceDeploy'];
export type ServiceDeployRequest = components['schemas']['ServiceDeployRequest'];
export type ServiceView = components['schemas']['ServiceView'];
export type ServicesResponse = components['schemas']['ServicesResponse'];
export type Sizing = components['schemas']['Sizing'];
export type SourceHealthView = components['schemas']['SourceHealthView'];
export type SourceHealthViewResponse = components['schemas']['SourceHealthViewResponse'];
export type SourceUnquarantinedView = components['schemas']['SourceUnquarantinedView'];
export type StrategiesResponse = components['schemas']['StrategiesResponse'];
export type StrategyInfo = components['schemas']['StrategyInfo'];
export type UnhealthyBody = components['schemas']['UnhealthyBody'];
export type UnresolvedOrder = components['schemas']['UnresolvedOrder'];
export type $defs = Record<string, never>;
export interface operations {
    readonly healthz: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["HealthResponse"];
                };
            };
            /** @description MANAGER_INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INTERNAL_ERROR";
                    };
                };
            };
            /** @description Service Unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["UnhealthyBody"];
                };
            };
        };
    };
    readonly readyz: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ReadyResponse"];
                };
            };
            /** @description MANAGER_INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INTERNAL_ERROR";
                    };
                };
            };
            /** @description Service Unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NotReadyBody"];
                };
            };
        };
    };
    readonly metrics: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/plain": string;
                };
            };
            /** @description MANAGER_INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INTERNAL_ERROR";
                    };
                };
            };
        };
    };
    readonly config: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly [key: string]: unknown;
                    };
                };
            };
            /** @description MANAGER_INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INTERNAL_ERROR";
                    };
                };
            };
        };
    };
    readonly listBots: {
        readonly parameters: {
            readonly query?: {
                /** @description next_cursor of the page before */
                readonly cursor?: string;
                readonly page_size?: number;
                readonly status?: "stopped" | "starting" | "warming" | "live" | "degraded" | "paused" | "draining" | "failed" | "quarantined";
                readonly desired_state?: "stopped" | "running" | "paused";
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly items: readonly components["schemas"]["BotConfig"][];
                        readonly next_cursor: string | null;
                    };
                };
            };
            /** @description MANAGER_INVALID_REQUEST, MANAGER_INVALID_CURSOR */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INVALID_REQUEST" | "MANAGER_INVALID_CURSOR";
                    };
                };
            };
            /** @description MANAGER_DB_TRANSIENT, MANAGER_INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_DB_TRANSIENT" | "MANAGER_INTERNAL_ERROR";
                    };
                };
            };
        };
    };
    readonly createBot: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["BotCreateRequest"];
            };
        };
        readonly responses: {
            /** @description Created */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["BotConfig"];
                };
            };
            /** @description MANAGER_INVALID_REQUEST, MANAGER_INVALID_IMAGE_TAG, MANAGER_INVALID_STRATEGY */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INVALID_REQUEST" | "MANAGER_INVALID_IMAGE_TAG" | "MANAGER_INVALID_STRATEGY";
                    };
                };
            };
            /** @description MANAGER_UNAUTHORIZED */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_UNAUTHORIZED";
                    };
                };
            };
            /** @description MANAGER_INVALID_STATE_TRANSITION, MANAGER_CONFLICT */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INVALID_STATE_TRANSITION" | "MANAGER_CONFLICT";
                    };
                };
            };
            /** @description MANAGER_BODY_TOO_LARGE */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_BODY_TOO_LARGE";
                    };
                };
            };
            /** @description SHARED_UNSUPPORTED_MEDIA_TYPE */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "SHARED_UNSUPPORTED_MEDIA_TYPE";
                    };
                };
            };
            /** @description MANAGER_DB_TRANSIENT, MANAGER_INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_DB_TRANSIENT" | "MANAGER_INTERNAL_ERROR";
                    };
                };
            };
            /** @description MANAGER_UNAUTHORIZED */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_UNAUTHORIZED";
                    };
                };
            };
        };
    };
    readonly getBot: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description UUID */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["BotConfig"];
                };
            };
            /** @description MANAGER_INVALID_REQUEST */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INVALID_REQUEST";
                    };
                };
            };
            /** @description MANAGER_INVALID_REQUEST */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INVALID_REQUEST";
                    };
                };
            };
            /** @description MANAGER_DB_TRANSIENT, MANAGER_INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_DB_TRANSIENT" | "MANAGER_INTERNAL_ERROR";
                    };
                };
            };
        };
    };
    readonly updateBot: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description UUID */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["BotUpdateRequest"];
            };
        };
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["BotConfig"];
                };
            };
            /** @description MANAGER_INVALID_REQUEST, MANAGER_INVALID_IMAGE_TAG, MANAGER_INVALID_STRATEGY */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INVALID_REQUEST" | "MANAGER_INVALID_IMAGE_TAG" | "MANAGER_INVALID_STRATEGY";
                    };
                };
            };
            /** @description MANAGER_UNAUTHORIZED */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_UNAUTHORIZED";
                    };
                };
            };
            /** @description MANAGER_INVALID_REQUEST */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INVALID_REQUEST";
                    };
                };
            };
            /** @description MANAGER_INVALID_STATE_TRANSITION, MANAGER_CONFLICT */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INVALID_STATE_TRANSITION" | "MANAGER_CONFLICT";
                    };
                };
            };
            /** @description MANAGER_BODY_TOO_LARGE */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_BODY_TOO_LARGE";
                    };
                };
            };
            /** @description SHARED_UNSUPPORTED_MEDIA_TYPE */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "SHARED_UNSUPPORTED_MEDIA_TYPE";
                    };
                };
            };
            /** @description MANAGER_DB_TRANSIENT, MANAGER_INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_DB_TRANSIENT" | "MANAGER_INTERNAL_ERROR";
                    };
                };
            };
            /** @description MANAGER_UNAUTHORIZED */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_UNAUTHORIZED";
                    };
                };
            };
        };
    };
    readonly deleteBot: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description UUID */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["BotDeleted"];
                };
            };
            /** @description MANAGER_INVALID_REQUEST */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INVALID_REQUEST";
                    };
                };
            };
            /** @description MANAGER_UNAUTHORIZED */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_UNAUTHORIZED";
                    };
                };
            };
            /** @description MANAGER_INVALID_REQUEST */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INVALID_REQUEST";
                    };
                };
            };
            /** @description MANAGER_INVALID_STATE_TRANSITION */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INVALID_STATE_TRANSITION";
                    };
                };
            };
            /** @description MANAGER_BODY_TOO_LARGE */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_BODY_TOO_LARGE";
                    };
                };
            };
            /** @description SHARED_UNSUPPORTED_MEDIA_TYPE */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "SHARED_UNSUPPORTED_MEDIA_TYPE";
                    };
                };
            };
            /** @description MANAGER_DB_TRANSIENT, MANAGER_INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_DB_TRANSIENT" | "MANAGER_INTERNAL_ERROR";
                    };
                };
            };
            /** @description MANAGER_UNAUTHORIZED */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_UNAUTHORIZED";
                    };
                };
            };
        };
    };
    readonly patchBot: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description UUID */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["BotUpdateRequest"];
            };
        };
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["BotConfig"];
                };
            };
            /** @description MANAGER_INVALID_REQUEST, MANAGER_INVALID_IMAGE_TAG, MANAGER_INVALID_STRATEGY */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INVALID_REQUEST" | "MANAGER_INVALID_IMAGE_TAG" | "MANAGER_INVALID_STRATEGY";
                    };
                };
            };
            /** @description MANAGER_UNAUTHORIZED */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_UNAUTHORIZED";
                    };
                };
            };
            /** @description MANAGER_INVALID_REQUEST */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INVALID_REQUEST";
                    };
                };
            };
            /** @description MANAGER_INVALID_STATE_TRANSITION, MANAGER_CONFLICT */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INVALID_STATE_TRANSITION" | "MANAGER_CONFLICT";
                    };
                };
            };
            /** @description MANAGER_BODY_TOO_LARGE */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_BODY_TOO_LARGE";
                    };
                };
            };
            /** @description SHARED_UNSUPPORTED_MEDIA_TYPE */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "SHARED_UNSUPPORTED_MEDIA_TYPE";
                    };
                };
            };
            /** @description MANAGER_DB_TRANSIENT, MANAGER_INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_DB_TRANSIENT" | "MANAGER_INTERNAL_ERROR";
                    };
                };
            };
            /** @description MANAGER_UNAUTHORIZED */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_UNAUTHORIZED";
                    };
                };
            };
        };
    };
    readonly start: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description UUID */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["BotConfig"];
                };
            };
            /** @description MANAGER_INVALID_REQUEST */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INVALID_REQUEST";
                    };
                };
            };
            /** @description MANAGER_UNAUTHORIZED */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_UNAUTHORIZED";
                    };
                };
            };
            /** @description MANAGER_INVALID_REQUEST */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INVALID_REQUEST";
                    };
                };
            };
            /** @description MANAGER_INVALID_STATE_TRANSITION */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INVALID_STATE_TRANSITION";
                    };
                };
            };
            /** @description MANAGER_BODY_TOO_LARGE */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_BODY_TOO_LARGE";
                    };
                };
            };
            /** @description SHARED_UNSUPPORTED_MEDIA_TYPE */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "SHARED_UNSUPPORTED_MEDIA_TYPE";
                    };
                };
            };
            /** @description MANAGER_DB_TRANSIENT, MANAGER_INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_DB_TRANSIENT" | "MANAGER_INTERNAL_ERROR";
                    };
                };
            };
            /** @description MANAGER_UNAUTHORIZED */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_UNAUTHORIZED";
                    };
                };
            };
        };
    };
    readonly pause: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description UUID */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["BotConfig"];
                };
            };
            /** @description MANAGER_INVALID_REQUEST */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INVALID_REQUEST";
                    };
                };
            };
            /** @description MANAGER_UNAUTHORIZED */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_UNAUTHORIZED";
                    };
                };
            };
            /** @description MANAGER_INVALID_REQUEST */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INVALID_REQUEST";
                    };
                };
            };
            /** @description MANAGER_INVALID_STATE_TRANSITION */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INVALID_STATE_TRANSITION";
                    };
                };
            };
            /** @description MANAGER_BODY_TOO_LARGE */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_BODY_TOO_LARGE";
                    };
                };
            };
            /** @description SHARED_UNSUPPORTED_MEDIA_TYPE */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "SHARED_UNSUPPORTED_MEDIA_TYPE";
                    };
                };
            };
            /** @description MANAGER_DB_TRANSIENT, MANAGER_INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_DB_TRANSIENT" | "MANAGER_INTERNAL_ERROR";
                    };
                };
            };
            /** @description MANAGER_UNAUTHORIZED */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_UNAUTHORIZED";
                    };
                };
            };
        };
    };
    readonly resume: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description UUID */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["BotConfig"];
                };
            };
            /** @description MANAGER_INVALID_REQUEST */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INVALID_REQUEST";
                    };
                };
            };
            /** @description MANAGER_UNAUTHORIZED */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_UNAUTHORIZED";
                    };
                };
            };
            /** @description MANAGER_INVALID_REQUEST */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INVALID_REQUEST";
                    };
                };
            };
            /** @description MANAGER_INVALID_STATE_TRANSITION */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INVALID_STATE_TRANSITION";
                    };
                };
            };
            /** @description MANAGER_BODY_TOO_LARGE */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_BODY_TOO_LARGE";
                    };
                };
            };
            /** @description SHARED_UNSUPPORTED_MEDIA_TYPE */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "SHARED_UNSUPPORTED_MEDIA_TYPE";
                    };
                };
            };
            /** @description MANAGER_DB_TRANSIENT, MANAGER_INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_DB_TRANSIENT" | "MANAGER_INTERNAL_ERROR";
                    };
                };
            };
            /** @description MANAGER_UNAUTHORIZED */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_UNAUTHORIZED";
                    };
                };
            };
        };
    };
    readonly stop: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description UUID */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["BotConfig"];
                };
            };
            /** @description MANAGER_INVALID_REQUEST */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INVALID_REQUEST";
                    };
                };
            };
            /** @description MANAGER_UNAUTHORIZED */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_UNAUTHORIZED";
                    };
                };
            };
            /** @description MANAGER_INVALID_REQUEST */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INVALID_REQUEST";
                    };
                };
            };
            /** @description MANAGER_INVALID_STATE_TRANSITION */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INVALID_STATE_TRANSITION";
                    };
                };
            };
            /** @description MANAGER_BODY_TOO_LARGE */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_BODY_TOO_LARGE";
                    };
                };
            };
            /** @description SHARED_UNSUPPORTED_MEDIA_TYPE */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "SHARED_UNSUPPORTED_MEDIA_TYPE";
                    };
                };
            };
            /** @description MANAGER_DB_TRANSIENT, MANAGER_INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_DB_TRANSIENT" | "MANAGER_INTERNAL_ERROR";
                    };
                };
            };
            /** @description MANAGER_UNAUTHORIZED */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_UNAUTHORIZED";
                    };
                };
            };
        };
    };
    readonly promote: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description UUID */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["PromoteRequest"] | null;
            };
        };
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["BotConfig"];
                };
            };
            /** @description MANAGER_INVALID_REQUEST, MANAGER_INVALID_IMAGE_TAG */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INVALID_REQUEST" | "MANAGER_INVALID_IMAGE_TAG";
                    };
                };
            };
            /** @description MANAGER_UNAUTHORIZED */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_UNAUTHORIZED";
                    };
                };
            };
            /** @description MANAGER_INVALID_REQUEST */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INVALID_REQUEST";
                    };
                };
            };
            /** @description MANAGER_CONFLICT */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_CONFLICT";
                    };
                };
            };
            /** @description MANAGER_BODY_TOO_LARGE */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_BODY_TOO_LARGE";
                    };
                };
            };
            /** @description SHARED_UNSUPPORTED_MEDIA_TYPE */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "SHARED_UNSUPPORTED_MEDIA_TYPE";
                    };
                };
            };
            /** @description MANAGER_DEPLOY_INITIATION_FAILED, MANAGER_DB_TRANSIENT, MANAGER_INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_DEPLOY_INITIATION_FAILED" | "MANAGER_DB_TRANSIENT" | "MANAGER_INTERNAL_ERROR";
                    };
                };
            };
            /** @description SHARED_NOT_IMPLEMENTED */
            readonly 501: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "SHARED_NOT_IMPLEMENTED";
                    };
                };
            };
            /** @description MANAGER_UNAUTHORIZED */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_UNAUTHORIZED";
                    };
                };
            };
        };
    };
    readonly clearQuarantine: {
        readonly parameters: {
            readonly query: {
                /** @description YES- and the current epoch seconds */
                readonly confirm: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description UUID */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["QuarantineCleared"];
                };
            };
            /** @description MANAGER_INVALID_REQUEST */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INVALID_REQUEST";
                    };
                };
            };
            /** @description MANAGER_UNAUTHORIZED */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_UNAUTHORIZED";
                    };
                };
            };
            /** @description MANAGER_INVALID_REQUEST */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INVALID_REQUEST";
                    };
                };
            };
            /** @description MANAGER_INVALID_STATE_TRANSITION */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INVALID_STATE_TRANSITION";
                    };
                };
            };
            /** @description MANAGER_BODY_TOO_LARGE */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_BODY_TOO_LARGE";
                    };
                };
            };
            /** @description SHARED_UNSUPPORTED_MEDIA_TYPE */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "SHARED_UNSUPPORTED_MEDIA_TYPE";
                    };
                };
            };
            /** @description MANAGER_DB_TRANSIENT, MANAGER_INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_DB_TRANSIENT" | "MANAGER_INTERNAL_ERROR";
                    };
                };
            };
            /** @description MANAGER_UNAUTHORIZED */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_UNAUTHORIZED";
                    };
                };
            };
        };
    };
    readonly botAudit: {
        readonly parameters: {
            readonly query?: {
                /** @description next_cursor of the page before */
                readonly cursor?: string;
                readonly page_size?: number;
            };
            readonly header?: never;
            readonly path: {
                /** @description UUID */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly items: readonly components["schemas"]["AuditRecord"][];
                        readonly next_cursor: string | null;
                    };
                };
            };
            /** @description MANAGER_INVALID_REQUEST, MANAGER_INVALID_CURSOR */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INVALID_REQUEST" | "MANAGER_INVALID_CURSOR";
                    };
                };
            };
            /** @description MANAGER_INVALID_REQUEST */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INVALID_REQUEST";
                    };
                };
            };
            /** @description MANAGER_DB_TRANSIENT, MANAGER_INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_DB_TRANSIENT" | "MANAGER_INTERNAL_ERROR";
                    };
                };
            };
        };
    };
    readonly startDeploy: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description UUID */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["PromoteRequest"] | null;
            };
        };
        readonly responses: {
            /** @description Accepted */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Deploy"];
                };
            };
            /** @description MANAGER_INVALID_REQUEST, MANAGER_INVALID_IMAGE_TAG */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INVALID_REQUEST" | "MANAGER_INVALID_IMAGE_TAG";
                    };
                };
            };
            /** @description MANAGER_UNAUTHORIZED */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_UNAUTHORIZED";
                    };
                };
            };
            /** @description MANAGER_INVALID_REQUEST */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INVALID_REQUEST";
                    };
                };
            };
            /** @description MANAGER_CONFLICT */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_CONFLICT";
                    };
                };
            };
            /** @description MANAGER_BODY_TOO_LARGE */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_BODY_TOO_LARGE";
                    };
                };
            };
            /** @description SHARED_UNSUPPORTED_MEDIA_TYPE */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "SHARED_UNSUPPORTED_MEDIA_TYPE";
                    };
                };
            };
            /** @description MANAGER_DEPLOY_INITIATION_FAILED, MANAGER_DB_TRANSIENT, MANAGER_INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_DEPLOY_INITIATION_FAILED" | "MANAGER_DB_TRANSIENT" | "MANAGER_INTERNAL_ERROR";
                    };
                };
            };
            /** @description SHARED_NOT_IMPLEMENTED */
            readonly 501: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "SHARED_NOT_IMPLEMENTED";
                    };
                };
            };
            /** @description MANAGER_UNAUTHORIZED */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_UNAUTHORIZED";
                    };
                };
            };
        };
    };
    readonly abortDeploy: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description UUID */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Deploy"];
                };
            };
            /** @description MANAGER_INVALID_REQUEST */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INVALID_REQUEST";
                    };
                };
            };
            /** @description MANAGER_UNAUTHORIZED */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_UNAUTHORIZED";
                    };
                };
            };
            /** @description MANAGER_INVALID_REQUEST */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INVALID_REQUEST";
                    };
                };
            };
            /** @description MANAGER_INVALID_STATE_TRANSITION */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INVALID_STATE_TRANSITION";
                    };
                };
            };
            /** @description MANAGER_BODY_TOO_LARGE */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_BODY_TOO_LARGE";
                    };
                };
            };
            /** @description SHARED_UNSUPPORTED_MEDIA_TYPE */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "SHARED_UNSUPPORTED_MEDIA_TYPE";
                    };
                };
            };
            /** @description MANAGER_DB_TRANSIENT, MANAGER_INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_DB_TRANSIENT" | "MANAGER_INTERNAL_ERROR";
                    };
                };
            };
            /** @description SHARED_NOT_IMPLEMENTED */
            readonly 501: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "SHARED_NOT_IMPLEMENTED";
                    };
                };
            };
            /** @description MANAGER_UNAUTHORIZED */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_UNAUTHORIZED";
                    };
                };
            };
        };
    };
    readonly deployStatus: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description UUID */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DeployStatusResponse"];
                };
            };
            /** @description MANAGER_INVALID_REQUEST */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INVALID_REQUEST";
                    };
                };
            };
            /** @description MANAGER_INVALID_REQUEST */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INVALID_REQUEST";
                    };
                };
            };
            /** @description MANAGER_DB_TRANSIENT, MANAGER_INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_DB_TRANSIENT" | "MANAGER_INTERNAL_ERROR";
                    };
                };
            };
        };
    };
    readonly deployHistory: {
        readonly parameters: {
            readonly query?: {
                /** @description next_cursor of the page before */
                readonly cursor?: string;
                readonly page_size?: number;
            };
            readonly header?: never;
            readonly path: {
                /** @description UUID */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly items: readonly components["schemas"]["Deploy"][];
                        readonly next_cursor: string | null;
                    };
                };
            };
            /** @description MANAGER_INVALID_REQUEST, MANAGER_INVALID_CURSOR */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INVALID_REQUEST" | "MANAGER_INVALID_CURSOR";
                    };
                };
            };
            /** @description MANAGER_INVALID_REQUEST */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INVALID_REQUEST";
                    };
                };
            };
            /** @description MANAGER_DB_TRANSIENT, MANAGER_INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_DB_TRANSIENT" | "MANAGER_INTERNAL_ERROR";
                    };
                };
            };
        };
    };
    readonly serviceDeployHistory: {
        readonly parameters: {
            readonly query?: {
                /** @description next_cursor of the page before */
                readonly cursor?: string;
                readonly page_size?: number;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly items: readonly components["schemas"]["ServiceDeploy"][];
                        readonly next_cursor: string | null;
                    };
                };
            };
            /** @description MANAGER_INVALID_REQUEST, MANAGER_INVALID_CURSOR */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INVALID_REQUEST" | "MANAGER_INVALID_CURSOR";
                    };
                };
            };
            /** @description MANAGER_DB_TRANSIENT, MANAGER_INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_DB_TRANSIENT" | "MANAGER_INTERNAL_ERROR";
                    };
                };
            };
        };
    };
    readonly startServiceDeploy: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ServiceDeployRequest"];
            };
        };
        readonly responses: {
            /** @description Accepted */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ServiceDeploy"];
                };
            };
            /** @description MANAGER_INVALID_REQUEST, MANAGER_INVALID_IMAGE_TAG */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INVALID_REQUEST" | "MANAGER_INVALID_IMAGE_TAG";
                    };
                };
            };
            /** @description MANAGER_UNAUTHORIZED */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_UNAUTHORIZED";
                    };
                };
            };
            /** @description MANAGER_CONFLICT */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_CONFLICT";
                    };
                };
            };
            /** @description MANAGER_BODY_TOO_LARGE */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_BODY_TOO_LARGE";
                    };
                };
            };
            /** @description SHARED_UNSUPPORTED_MEDIA_TYPE */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "SHARED_UNSUPPORTED_MEDIA_TYPE";
                    };
                };
            };
            /** @description MANAGER_DEPLOY_INITIATION_FAILED, MANAGER_DB_TRANSIENT, MANAGER_INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_DEPLOY_INITIATION_FAILED" | "MANAGER_DB_TRANSIENT" | "MANAGER_INTERNAL_ERROR";
                    };
                };
            };
            /** @description SHARED_NOT_IMPLEMENTED */
            readonly 501: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "SHARED_NOT_IMPLEMENTED";
                    };
                };
            };
            /** @description MANAGER_UNAUTHORIZED */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_UNAUTHORIZED";
                    };
                };
            };
        };
    };
    readonly abortServiceDeploy: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description UUID */
                readonly deploy_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ServiceDeploy"];
                };
            };
            /** @description MANAGER_INVALID_REQUEST */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INVALID_REQUEST";
                    };
                };
            };
            /** @description MANAGER_UNAUTHORIZED */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_UNAUTHORIZED";
                    };
                };
            };
            /** @description MANAGER_INVALID_REQUEST */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INVALID_REQUEST";
                    };
                };
            };
            /** @description MANAGER_INVALID_STATE_TRANSITION */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INVALID_STATE_TRANSITION";
                    };
                };
            };
            /** @description MANAGER_BODY_TOO_LARGE */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_BODY_TOO_LARGE";
                    };
                };
            };
            /** @description SHARED_UNSUPPORTED_MEDIA_TYPE */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "SHARED_UNSUPPORTED_MEDIA_TYPE";
                    };
                };
            };
            /** @description MANAGER_DB_TRANSIENT, MANAGER_INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_DB_TRANSIENT" | "MANAGER_INTERNAL_ERROR";
                    };
                };
            };
            /** @description SHARED_NOT_IMPLEMENTED */
            readonly 501: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "SHARED_NOT_IMPLEMENTED";
                    };
                };
            };
            /** @description MANAGER_UNAUTHORIZED */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_UNAUTHORIZED";
                    };
                };
            };
        };
    };
    readonly serviceDeployStatus: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description UUID */
                readonly deploy_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ServiceDeploy"];
                };
            };
            /** @description MANAGER_INVALID_REQUEST */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INVALID_REQUEST";
                    };
                };
            };
            /** @description MANAGER_INVALID_REQUEST */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INVALID_REQUEST";
                    };
                };
            };
            /** @description MANAGER_DB_TRANSIENT, MANAGER_INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_DB_TRANSIENT" | "MANAGER_INTERNAL_ERROR";
                    };
                };
            };
        };
    };
    readonly backtest: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["BacktestRequest"];
            };
        };
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RunAccepted"];
                };
            };
            /** @description Accepted */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RunAccepted"];
                };
            };
            /** @description MANAGER_INVALID_REQUEST, MANAGER_INVALID_STRATEGY */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INVALID_REQUEST" | "MANAGER_INVALID_STRATEGY";
                    };
                };
            };
            /** @description MANAGER_UNAUTHORIZED */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_UNAUTHORIZED";
                    };
                };
            };
            /** @description MANAGER_CONFLICT */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_CONFLICT";
                    };
                };
            };
            /** @description MANAGER_BODY_TOO_LARGE */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_BODY_TOO_LARGE";
                    };
                };
            };
            /** @description SHARED_UNSUPPORTED_MEDIA_TYPE */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "SHARED_UNSUPPORTED_MEDIA_TYPE";
                    };
                };
            };
            /** @description MANAGER_BACKTEST_FAILED, MANAGER_DB_TRANSIENT, MANAGER_INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_BACKTEST_FAILED" | "MANAGER_DB_TRANSIENT" | "MANAGER_INTERNAL_ERROR";
                    };
                };
            };
            /** @description MANAGER_UNAUTHORIZED */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_UNAUTHORIZED";
                    };
                };
            };
        };
    };
    readonly listRuns: {
        readonly parameters: {
            readonly query?: {
                /** @description next_cursor of the page before */
                readonly cursor?: string;
                readonly page_size?: number;
                readonly kind?: "live" | "paper" | "backtest";
                readonly status?: "queued" | "running" | "completed" | "failed";
                readonly resolution?: "1m" | "1h" | "1d";
                readonly strategy?: string;
                /** @description Trading pair, e.g. BTCUSDT */
                readonly symbol?: string;
                /** @description Candle time frame */
                readonly timeframe?: "1m" | "5m" | "15m" | "30m" | "1h" | "2h" | "4h" | "6h" | "8h" | "12h" | "1d" | "1w";
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly items: readonly components["schemas"]["RunSummary"][];
                        readonly nextCursor: string | null;
                        readonly next_cursor: string | null;
                    };
                };
            };
            /** @description MANAGER_INVALID_REQUEST, MANAGER_INVALID_CURSOR */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INVALID_REQUEST" | "MANAGER_INVALID_CURSOR";
                    };
                };
            };
            /** @description MANAGER_DB_TRANSIENT, MANAGER_INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_DB_TRANSIENT" | "MANAGER_INTERNAL_ERROR";
                    };
                };
            };
        };
    };
    readonly createRun: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["RunCreateRequest"];
            };
        };
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RunAccepted"];
                };
            };
            /** @description Accepted */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RunAccepted"];
                };
            };
            /** @description MANAGER_INVALID_REQUEST, MANAGER_INVALID_STRATEGY */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INVALID_REQUEST" | "MANAGER_INVALID_STRATEGY";
                    };
                };
            };
            /** @description MANAGER_UNAUTHORIZED */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_UNAUTHORIZED";
                    };
                };
            };
            /** @description MANAGER_CONFLICT */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_CONFLICT";
                    };
                };
            };
            /** @description MANAGER_BODY_TOO_LARGE */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_BODY_TOO_LARGE";
                    };
                };
            };
            /** @description SHARED_UNSUPPORTED_MEDIA_TYPE */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "SHARED_UNSUPPORTED_MEDIA_TYPE";
                    };
                };
            };
            /** @description MANAGER_BACKTEST_FAILED, MANAGER_DB_TRANSIENT, MANAGER_INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_BACKTEST_FAILED" | "MANAGER_DB_TRANSIENT" | "MANAGER_INTERNAL_ERROR";
                    };
                };
            };
            /** @description MANAGER_UNAUTHORIZED */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_UNAUTHORIZED";
                    };
                };
            };
        };
    };
    readonly riskResume: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    /** @description Required: a non-blank string of at most 500 characters */
                    readonly reason?: unknown;
                } | null;
            };
        };
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["BffResumeResponse"];
                };
            };
            /** @description MANAGER_INVALID_REQUEST, RISK_REASON_REQUIRED, RISK_REASON_TOO_LONG */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INVALID_REQUEST" | "RISK_REASON_REQUIRED" | "RISK_REASON_TOO_LONG";
                    };
                };
            };
            /** @description MANAGER_UNAUTHORIZED */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_UNAUTHORIZED";
                    };
                };
            };
            /** @description MANAGER_BODY_TOO_LARGE */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_BODY_TOO_LARGE";
                    };
                };
            };
            /** @description SHARED_UNSUPPORTED_MEDIA_TYPE */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "SHARED_UNSUPPORTED_MEDIA_TYPE";
                    };
                };
            };
            /** @description MANAGER_DB_TRANSIENT, MANAGER_INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_DB_TRANSIENT" | "MANAGER_INTERNAL_ERROR";
                    };
                };
            };
            /** @description MANAGER_UPSTREAM_UNAVAILABLE, MANAGER_UNAUTHORIZED */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_UPSTREAM_UNAVAILABLE" | "MANAGER_UNAUTHORIZED";
                    };
                };
            };
        };
    };
    readonly riskPause: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly bot_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    /** @description Required: a non-blank string of at most 500 characters */
                    readonly reason?: unknown;
                } | null;
            };
        };
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["BffPauseResponse"];
                };
            };
            /** @description MANAGER_INVALID_REQUEST, RISK_REASON_REQUIRED, RISK_REASON_TOO_LONG, RISK_INVALID_BOT_ID */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INVALID_REQUEST" | "RISK_REASON_REQUIRED" | "RISK_REASON_TOO_LONG" | "RISK_INVALID_BOT_ID";
                    };
                };
            };
            /** @description MANAGER_UNAUTHORIZED */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_UNAUTHORIZED";
                    };
                };
            };
            /** @description RISK_BOT_NOT_FOUND */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "RISK_BOT_NOT_FOUND";
                    };
                };
            };
            /** @description MANAGER_BODY_TOO_LARGE */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_BODY_TOO_LARGE";
                    };
                };
            };
            /** @description SHARED_UNSUPPORTED_MEDIA_TYPE */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "SHARED_UNSUPPORTED_MEDIA_TYPE";
                    };
                };
            };
            /** @description MANAGER_DB_TRANSIENT, MANAGER_INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_DB_TRANSIENT" | "MANAGER_INTERNAL_ERROR";
                    };
                };
            };
            /** @description MANAGER_UPSTREAM_UNAVAILABLE, MANAGER_UNAUTHORIZED */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_UPSTREAM_UNAVAILABLE" | "MANAGER_UNAUTHORIZED";
                    };
                };
            };
        };
    };
    readonly bffEmergencyFlatten: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    /** @description Required: a non-blank string of at most 500 characters */
                    readonly reason?: unknown;
                    /** @description all (the default), bot:<uuid>, symbol:<SYMBOL> or cluster:<id> */
                    readonly scope?: unknown;
                } | null;
            };
        };
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["BffFlattenResponse"];
                };
            };
            /** @description MANAGER_INVALID_REQUEST, RISK_REASON_REQUIRED, RISK_REASON_TOO_LONG, RISK_INVALID_SCOPE */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INVALID_REQUEST" | "RISK_REASON_REQUIRED" | "RISK_REASON_TOO_LONG" | "RISK_INVALID_SCOPE";
                    };
                };
            };
            /** @description MANAGER_UNAUTHORIZED */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_UNAUTHORIZED";
                    };
                };
            };
            /** @description MANAGER_BODY_TOO_LARGE */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_BODY_TOO_LARGE";
                    };
                };
            };
            /** @description SHARED_UNSUPPORTED_MEDIA_TYPE */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "SHARED_UNSUPPORTED_MEDIA_TYPE";
                    };
                };
            };
            /** @description MANAGER_DB_TRANSIENT, MANAGER_INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_DB_TRANSIENT" | "MANAGER_INTERNAL_ERROR";
                    };
                };
            };
            /** @description MANAGER_UPSTREAM_UNAVAILABLE, MANAGER_UNAUTHORIZED */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_UPSTREAM_UNAVAILABLE" | "MANAGER_UNAUTHORIZED";
                    };
                };
            };
        };
    };
    readonly bffRiskEmergencyFlatten: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    /** @description Required: a non-blank string of at most 500 characters */
                    readonly reason?: unknown;
                    /** @description all (the default), bot:<uuid>, symbol:<SYMBOL> or cluster:<id> */
                    readonly scope?: unknown;
                } | null;
            };
        };
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["BffFlattenResponse"];
                };
            };
            /** @description MANAGER_INVALID_REQUEST, RISK_REASON_REQUIRED, RISK_REASON_TOO_LONG, RISK_INVALID_SCOPE */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INVALID_REQUEST" | "RISK_REASON_REQUIRED" | "RISK_REASON_TOO_LONG" | "RISK_INVALID_SCOPE";
                    };
                };
            };
            /** @description MANAGER_UNAUTHORIZED */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_UNAUTHORIZED";
                    };
                };
            };
            /** @description MANAGER_BODY_TOO_LARGE */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_BODY_TOO_LARGE";
                    };
                };
            };
            /** @description SHARED_UNSUPPORTED_MEDIA_TYPE */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "SHARED_UNSUPPORTED_MEDIA_TYPE";
                    };
                };
            };
            /** @description MANAGER_DB_TRANSIENT, MANAGER_INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_DB_TRANSIENT" | "MANAGER_INTERNAL_ERROR";
                    };
                };
            };
            /** @description MANAGER_UPSTREAM_UNAVAILABLE, MANAGER_UNAUTHORIZED */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_UPSTREAM_UNAVAILABLE" | "MANAGER_UNAUTHORIZED";
                    };
                };
            };
        };
    };
    readonly riskEmergencyFlatten: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    /** @description Required: a non-blank string of at most 500 characters */
                    readonly reason?: unknown;
                    /** @description all (the default), bot:<uuid>, symbol:<SYMBOL> or cluster:<id> */
                    readonly scope?: unknown;
                } | null;
            };
        };
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["BffFlattenResponse"];
                };
            };
            /** @description MANAGER_INVALID_REQUEST, RISK_REASON_REQUIRED, RISK_REASON_TOO_LONG, RISK_INVALID_SCOPE */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INVALID_REQUEST" | "RISK_REASON_REQUIRED" | "RISK_REASON_TOO_LONG" | "RISK_INVALID_SCOPE";
                    };
                };
            };
            /** @description MANAGER_UNAUTHORIZED */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_UNAUTHORIZED";
                    };
                };
            };
            /** @description MANAGER_BODY_TOO_LARGE */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_BODY_TOO_LARGE";
                    };
                };
            };
            /** @description SHARED_UNSUPPORTED_MEDIA_TYPE */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "SHARED_UNSUPPORTED_MEDIA_TYPE";
                    };
                };
            };
            /** @description MANAGER_DB_TRANSIENT, MANAGER_INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_DB_TRANSIENT" | "MANAGER_INTERNAL_ERROR";
                    };
                };
            };
            /** @description MANAGER_UPSTREAM_UNAVAILABLE, MANAGER_UNAUTHORIZED */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_UPSTREAM_UNAVAILABLE" | "MANAGER_UNAUTHORIZED";
                    };
                };
            };
        };
    };
    readonly bffClearQuarantine: {
        readonly parameters: {
            readonly query: {
                /** @description YES- and the current epoch seconds */
                readonly confirm: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description UUID */
                readonly bot_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["BffQuarantineCleared"];
                };
            };
            /** @description MANAGER_INVALID_REQUEST */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INVALID_REQUEST";
                    };
                };
            };
            /** @description MANAGER_UNAUTHORIZED */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_UNAUTHORIZED";
                    };
                };
            };
            /** @description MANAGER_INVALID_REQUEST */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INVALID_REQUEST";
                    };
                };
            };
            /** @description MANAGER_INVALID_STATE_TRANSITION */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INVALID_STATE_TRANSITION";
                    };
                };
            };
            /** @description MANAGER_BODY_TOO_LARGE */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_BODY_TOO_LARGE";
                    };
                };
            };
            /** @description SHARED_UNSUPPORTED_MEDIA_TYPE */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "SHARED_UNSUPPORTED_MEDIA_TYPE";
                    };
                };
            };
            /** @description MANAGER_DB_TRANSIENT, MANAGER_INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_DB_TRANSIENT" | "MANAGER_INTERNAL_ERROR";
                    };
                };
            };
            /** @description MANAGER_UNAUTHORIZED */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_UNAUTHORIZED";
                    };
                };
            };
        };
    };
    readonly busToken: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["BusTokenRequest"] | null;
            };
        };
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["BusTokenResponse"];
                };
            };
            /** @description MANAGER_INVALID_REQUEST */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INVALID_REQUEST";
                    };
                };
            };
            /** @description MANAGER_UNAUTHORIZED */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_UNAUTHORIZED";
                    };
                };
            };
            /** @description MANAGER_BODY_TOO_LARGE */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_BODY_TOO_LARGE";
                    };
                };
            };
            /** @description SHARED_UNSUPPORTED_MEDIA_TYPE */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "SHARED_UNSUPPORTED_MEDIA_TYPE";
                    };
                };
            };
            /** @description MANAGER_INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INTERNAL_ERROR";
                    };
                };
            };
            /** @description SHARED_NOT_IMPLEMENTED */
            readonly 501: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "SHARED_NOT_IMPLEMENTED";
                    };
                };
            };
            /** @description MANAGER_UPSTREAM_UNAVAILABLE, MANAGER_UNAUTHORIZED */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_UPSTREAM_UNAVAILABLE" | "MANAGER_UNAUTHORIZED";
                    };
                };
            };
        };
    };
    readonly websocket: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Switching Protocols */
            readonly 101: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description MANAGER_INVALID_REQUEST */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INVALID_REQUEST";
                    };
                };
            };
            /** @description MANAGER_UNAUTHORIZED */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_UNAUTHORIZED";
                    };
                };
            };
            /** @description MANAGER_INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INTERNAL_ERROR";
                    };
                };
            };
            /** @description MANAGER_UNAUTHORIZED */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_UNAUTHORIZED";
                    };
                };
            };
        };
    };
    readonly startBackfill: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly source: "klines" | "funding" | "open_interest" | "metrics" | "sentiment" | "macro" | "gex";
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["BackfillRequest"] | null;
            };
        };
        readonly responses: {
            /** @description Accepted */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["BackfillJobView"];
                };
            };
            /** @description MANAGER_INVALID_REQUEST, DATA_INVALID_REQUEST */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INVALID_REQUEST" | "DATA_INVALID_REQUEST";
                    };
                };
            };
            /** @description MANAGER_UNAUTHORIZED */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_UNAUTHORIZED";
                    };
                };
            };
            /** @description DATA_BACKFILL_CONFLICT */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "DATA_BACKFILL_CONFLICT";
                    };
                };
            };
            /** @description MANAGER_BODY_TOO_LARGE */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_BODY_TOO_LARGE";
                    };
                };
            };
            /** @description SHARED_UNSUPPORTED_MEDIA_TYPE */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "SHARED_UNSUPPORTED_MEDIA_TYPE";
                    };
                };
            };
            /** @description MANAGER_DB_TRANSIENT, MANAGER_INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_DB_TRANSIENT" | "MANAGER_INTERNAL_ERROR";
                    };
                };
            };
            /** @description MANAGER_UPSTREAM_UNAVAILABLE, MANAGER_UNAUTHORIZED */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_UPSTREAM_UNAVAILABLE" | "MANAGER_UNAUTHORIZED";
                    };
                };
            };
        };
    };
    readonly cancelBackfill: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["BackfillCancelledView"];
                };
            };
            /** @description MANAGER_INVALID_REQUEST */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INVALID_REQUEST";
                    };
                };
            };
            /** @description MANAGER_UNAUTHORIZED */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_UNAUTHORIZED";
                    };
                };
            };
            /** @description DATA_JOB_NOT_FOUND */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "DATA_JOB_NOT_FOUND";
                    };
                };
            };
            /** @description MANAGER_BODY_TOO_LARGE */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_BODY_TOO_LARGE";
                    };
                };
            };
            /** @description SHARED_UNSUPPORTED_MEDIA_TYPE */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "SHARED_UNSUPPORTED_MEDIA_TYPE";
                    };
                };
            };
            /** @description MANAGER_DB_TRANSIENT, MANAGER_INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_DB_TRANSIENT" | "MANAGER_INTERNAL_ERROR";
                    };
                };
            };
            /** @description MANAGER_UPSTREAM_UNAVAILABLE, MANAGER_UNAUTHORIZED */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_UPSTREAM_UNAVAILABLE" | "MANAGER_UNAUTHORIZED";
                    };
                };
            };
        };
    };
    readonly unquarantineSource: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly name: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Accepted */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SourceUnquarantinedView"];
                };
            };
            /** @description MANAGER_INVALID_REQUEST */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INVALID_REQUEST";
                    };
                };
            };
            /** @description MANAGER_UNAUTHORIZED */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_UNAUTHORIZED";
                    };
                };
            };
            /** @description MANAGER_BODY_TOO_LARGE */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_BODY_TOO_LARGE";
                    };
                };
            };
            /** @description SHARED_UNSUPPORTED_MEDIA_TYPE */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "SHARED_UNSUPPORTED_MEDIA_TYPE";
                    };
                };
            };
            /** @description MANAGER_DB_TRANSIENT, MANAGER_INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_DB_TRANSIENT" | "MANAGER_INTERNAL_ERROR";
                    };
                };
            };
            /** @description MANAGER_UNAUTHORIZED */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_UNAUTHORIZED";
                    };
                };
            };
        };
    };
    readonly getRun: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description UUID */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RunDetail"];
                };
            };
            /** @description MANAGER_INVALID_REQUEST */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INVALID_REQUEST";
                    };
                };
            };
            /** @description MANAGER_INVALID_REQUEST */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INVALID_REQUEST";
                    };
                };
            };
            /** @description MANAGER_DB_TRANSIENT, MANAGER_INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_DB_TRANSIENT" | "MANAGER_INTERNAL_ERROR";
                    };
                };
            };
        };
    };
    readonly runRoundtrips: {
        readonly parameters: {
            readonly query?: {
                /** @description next_cursor of the page before */
                readonly cursor?: string;
                readonly page_size?: number;
            };
            readonly header?: never;
            readonly path: {
                /** @description UUID */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly items: readonly components["schemas"]["Roundtrip"][];
                        readonly nextCursor: string | null;
                        readonly next_cursor: string | null;
                    };
                };
            };
            /** @description MANAGER_INVALID_REQUEST, MANAGER_INVALID_CURSOR */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INVALID_REQUEST" | "MANAGER_INVALID_CURSOR";
                    };
                };
            };
            /** @description MANAGER_INVALID_REQUEST */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INVALID_REQUEST";
                    };
                };
            };
            /** @description MANAGER_DB_TRANSIENT, MANAGER_INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_DB_TRANSIENT" | "MANAGER_INTERNAL_ERROR";
                    };
                };
            };
        };
    };
    readonly runEquity: {
        readonly parameters: {
            readonly query?: {
                /** @description next_cursor of the page before */
                readonly cursor?: string;
                readonly page_size?: number;
                readonly resolution?: "1m" | "1h" | "1d";
            };
            readonly header?: never;
            readonly path: {
                /** @description UUID */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly items: readonly components["schemas"]["EquityPoint"][];
                        readonly nextCursor: string | null;
                        readonly next_cursor: string | null;
                    };
                };
            };
            /** @description MANAGER_INVALID_REQUEST, MANAGER_INVALID_CURSOR */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INVALID_REQUEST" | "MANAGER_INVALID_CURSOR";
                    };
                };
            };
            /** @description MANAGER_INVALID_REQUEST */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INVALID_REQUEST";
                    };
                };
            };
            /** @description MANAGER_DB_TRANSIENT, MANAGER_INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_DB_TRANSIENT" | "MANAGER_INTERNAL_ERROR";
                    };
                };
            };
        };
    };
    readonly botRuns: {
        readonly parameters: {
            readonly query?: {
                /** @description next_cursor of the page before */
                readonly cursor?: string;
                readonly page_size?: number;
                readonly kind?: "live" | "paper" | "backtest";
                readonly status?: "queued" | "running" | "completed" | "failed";
                readonly resolution?: "1m" | "1h" | "1d";
                readonly strategy?: string;
                /** @description Trading pair, e.g. BTCUSDT */
                readonly symbol?: string;
                /** @description Candle time frame */
                readonly timeframe?: "1m" | "5m" | "15m" | "30m" | "1h" | "2h" | "4h" | "6h" | "8h" | "12h" | "1d" | "1w";
            };
            readonly header?: never;
            readonly path: {
                /** @description UUID */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly items: readonly components["schemas"]["RunSummary"][];
                        readonly nextCursor: string | null;
                        readonly next_cursor: string | null;
                    };
                };
            };
            /** @description MANAGER_INVALID_REQUEST, MANAGER_INVALID_CURSOR */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INVALID_REQUEST" | "MANAGER_INVALID_CURSOR";
                    };
                };
            };
            /** @description MANAGER_INVALID_REQUEST */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INVALID_REQUEST";
                    };
                };
            };
            /** @description MANAGER_DB_TRANSIENT, MANAGER_INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_DB_TRANSIENT" | "MANAGER_INTERNAL_ERROR";
                    };
                };
            };
        };
    };
    readonly botEquity: {
        readonly parameters: {
            readonly query?: {
                /** @description next_cursor of the page before */
                readonly cursor?: string;
                readonly page_size?: number;
                readonly resolution?: "1m" | "1h" | "1d";
            };
            readonly header?: never;
            readonly path: {
                /** @description UUID */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly items: readonly components["schemas"]["EquityPoint"][];
                        readonly nextCursor: string | null;
                        readonly next_cursor: string | null;
                    };
                };
            };
            /** @description MANAGER_INVALID_REQUEST, MANAGER_INVALID_CURSOR */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INVALID_REQUEST" | "MANAGER_INVALID_CURSOR";
                    };
                };
            };
            /** @description MANAGER_INVALID_REQUEST */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INVALID_REQUEST";
                    };
                };
            };
            /** @description MANAGER_DB_TRANSIENT, MANAGER_INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_DB_TRANSIENT" | "MANAGER_INTERNAL_ERROR";
                    };
                };
            };
        };
    };
    readonly botEvents: {
        readonly parameters: {
            readonly query?: {
                /** @description next_cursor of the page before */
                readonly cursor?: string;
                readonly page_size?: number;
            };
            readonly header?: never;
            readonly path: {
                /** @description UUID */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly items: readonly components["schemas"]["BotEventView"][];
                        readonly nextCursor: string | null;
                        readonly next_cursor: string | null;
                    };
                };
            };
            /** @description MANAGER_INVALID_REQUEST, MANAGER_INVALID_CURSOR */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INVALID_REQUEST" | "MANAGER_INVALID_CURSOR";
                    };
                };
            };
            /** @description MANAGER_INVALID_REQUEST */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INVALID_REQUEST";
                    };
                };
            };
            /** @description MANAGER_DB_TRANSIENT, MANAGER_INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_DB_TRANSIENT" | "MANAGER_INTERNAL_ERROR";
                    };
                };
            };
        };
    };
    readonly botMetricsSummary: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description UUID */
                readonly bot_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MetricsSummary"];
                };
            };
            /** @description MANAGER_INVALID_REQUEST */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INVALID_REQUEST";
                    };
                };
            };
            /** @description MANAGER_INVALID_REQUEST */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INVALID_REQUEST";
                    };
                };
            };
            /** @description MANAGER_INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INTERNAL_ERROR";
                    };
                };
            };
            /** @description MANAGER_UPSTREAM_UNAVAILABLE */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_UPSTREAM_UNAVAILABLE";
                    };
                };
            };
        };
    };
    readonly firingAlerts: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["FiringAlertsResponse"];
                };
            };
            /** @description MANAGER_INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INTERNAL_ERROR";
                    };
                };
            };
            /** @description MANAGER_UPSTREAM_UNAVAILABLE */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_UPSTREAM_UNAVAILABLE";
                    };
                };
            };
        };
    };
    readonly performance: {
        readonly parameters: {
            readonly query?: {
                /** @description UUID */
                readonly bot_id?: string;
                readonly resolution?: "1m" | "1h" | "1d";
                /** @description Epoch milliseconds */
                readonly from_ts?: number;
                /** @description Epoch milliseconds */
                readonly to_ts?: number;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PerformanceResponse"];
                };
            };
            /** @description MANAGER_INVALID_REQUEST */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INVALID_REQUEST";
                    };
                };
            };
            /** @description MANAGER_DB_TRANSIENT, MANAGER_INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_DB_TRANSIENT" | "MANAGER_INTERNAL_ERROR";
                    };
                };
            };
        };
    };
    readonly portfolio: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PortfolioResponse"];
                };
            };
            /** @description MANAGER_DB_TRANSIENT, MANAGER_INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_DB_TRANSIENT" | "MANAGER_INTERNAL_ERROR";
                    };
                };
            };
        };
    };
    readonly strategies: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["StrategiesResponse"];
                };
            };
            /** @description MANAGER_INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INTERNAL_ERROR";
                    };
                };
            };
        };
    };
    readonly overlayDecisions: {
        readonly parameters: {
            readonly query?: {
                /** @description next_cursor of the page before */
                readonly cursor?: string;
                readonly page_size?: number;
                /** @description UUID */
                readonly bot_id?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly items: readonly components["schemas"]["OverlayDecisionView"][];
                        readonly nextCursor: string | null;
                        readonly next_cursor: string | null;
                    };
                };
            };
            /** @description MANAGER_INVALID_REQUEST, MANAGER_INVALID_CURSOR */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INVALID_REQUEST" | "MANAGER_INVALID_CURSOR";
                    };
                };
            };
            /** @description MANAGER_DB_TRANSIENT, MANAGER_INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_DB_TRANSIENT" | "MANAGER_INTERNAL_ERROR";
                    };
                };
            };
        };
    };
    readonly overlaySummary: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OverlaySummaryResponse"];
                };
            };
            /** @description MANAGER_DB_TRANSIENT, MANAGER_INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_DB_TRANSIENT" | "MANAGER_INTERNAL_ERROR";
                    };
                };
            };
        };
    };
    readonly sourceHealth: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SourceHealthViewResponse"];
                };
            };
            /** @description MANAGER_DB_TRANSIENT, MANAGER_INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_DB_TRANSIENT" | "MANAGER_INTERNAL_ERROR";
                    };
                };
            };
            /** @description MANAGER_UPSTREAM_UNAVAILABLE */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_UPSTREAM_UNAVAILABLE";
                    };
                };
            };
        };
    };
    readonly dataStatus: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DataStatusResponse"];
                };
            };
            /** @description MANAGER_DB_TRANSIENT, MANAGER_INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_DB_TRANSIENT" | "MANAGER_INTERNAL_ERROR";
                    };
                };
            };
            /** @description MANAGER_UPSTREAM_UNAVAILABLE */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_UPSTREAM_UNAVAILABLE";
                    };
                };
            };
        };
    };
    readonly dataInventory: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DataInventoryResponse"];
                };
            };
            /** @description MANAGER_DB_TRANSIENT, MANAGER_INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_DB_TRANSIENT" | "MANAGER_INTERNAL_ERROR";
                    };
                };
            };
            /** @description MANAGER_UPSTREAM_UNAVAILABLE */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_UPSTREAM_UNAVAILABLE";
                    };
                };
            };
        };
    };
    readonly dataBackfillJobs: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["BackfillJobsViewResponse"];
                };
            };
            /** @description MANAGER_INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INTERNAL_ERROR";
                    };
                };
            };
            /** @description MANAGER_UPSTREAM_UNAVAILABLE */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_UPSTREAM_UNAVAILABLE";
                    };
                };
            };
        };
    };
    readonly exchangePing: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ExchangePingResponse"];
                };
            };
            /** @description MANAGER_INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INTERNAL_ERROR";
                    };
                };
            };
            /** @description MANAGER_UPSTREAM_UNAVAILABLE */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_UPSTREAM_UNAVAILABLE";
                    };
                };
            };
        };
    };
    readonly botDefaults: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["BotDefaultsResponse"];
                };
            };
            /** @description MANAGER_INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INTERNAL_ERROR";
                    };
                };
            };
        };
    };
    readonly botOverviews: {
        readonly parameters: {
            readonly query?: {
                /** @description UUID */
                readonly bot_id?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["BotOverviewsResponse"];
                };
            };
            /** @description MANAGER_INVALID_REQUEST */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INVALID_REQUEST";
                    };
                };
            };
            /** @description MANAGER_DB_TRANSIENT, MANAGER_INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_DB_TRANSIENT" | "MANAGER_INTERNAL_ERROR";
                    };
                };
            };
        };
    };
    readonly botFills: {
        readonly parameters: {
            readonly query?: {
                /** @description next_cursor of the page before */
                readonly cursor?: string;
                readonly page_size?: number;
            };
            readonly header?: never;
            readonly path: {
                /** @description UUID */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly items: readonly components["schemas"]["FillView"][];
                        readonly nextCursor: string | null;
                        readonly next_cursor: string | null;
                    };
                };
            };
            /** @description MANAGER_INVALID_REQUEST, MANAGER_INVALID_CURSOR */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INVALID_REQUEST" | "MANAGER_INVALID_CURSOR";
                    };
                };
            };
            /** @description MANAGER_INVALID_REQUEST */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INVALID_REQUEST";
                    };
                };
            };
            /** @description MANAGER_DB_TRANSIENT, MANAGER_INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_DB_TRANSIENT" | "MANAGER_INTERNAL_ERROR";
                    };
                };
            };
        };
    };
    readonly events: {
        readonly parameters: {
            readonly query?: {
                /** @description next_cursor of the page before */
                readonly cursor?: string;
                readonly page_size?: number;
                readonly source?: "bot" | "risk" | "audit";
                readonly breaker?: "drawdown" | "connectivity" | "vpin" | "macro" | "correlation";
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly items: readonly components["schemas"]["EventView"][];
                        readonly nextCursor: string | null;
                        readonly next_cursor: string | null;
                    };
                };
            };
            /** @description MANAGER_INVALID_REQUEST, MANAGER_INVALID_CURSOR */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INVALID_REQUEST" | "MANAGER_INVALID_CURSOR";
                    };
                };
            };
            /** @description MANAGER_DB_TRANSIENT, MANAGER_INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_DB_TRANSIENT" | "MANAGER_INTERNAL_ERROR";
                    };
                };
            };
        };
    };
    readonly risk: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RiskView"];
                };
            };
            /** @description MANAGER_DB_TRANSIENT, MANAGER_INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_DB_TRANSIENT" | "MANAGER_INTERNAL_ERROR";
                    };
                };
            };
        };
    };
    readonly riskAudit: {
        readonly parameters: {
            readonly query?: {
                /** @description next_cursor of the page before */
                readonly cursor?: string;
                readonly page_size?: number;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly items: readonly components["schemas"]["RiskAuditView"][];
                        readonly nextCursor: string | null;
                        readonly next_cursor: string | null;
                    };
                };
            };
            /** @description MANAGER_INVALID_REQUEST, MANAGER_INVALID_CURSOR */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INVALID_REQUEST" | "MANAGER_INVALID_CURSOR";
                    };
                };
            };
            /** @description MANAGER_DB_TRANSIENT, MANAGER_INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_DB_TRANSIENT" | "MANAGER_INTERNAL_ERROR";
                    };
                };
            };
        };
    };
    readonly execution: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ExecutionView"];
                };
            };
            /** @description MANAGER_DB_TRANSIENT, MANAGER_INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_DB_TRANSIENT" | "MANAGER_INTERNAL_ERROR";
                    };
                };
            };
        };
    };
    readonly klines: {
        readonly parameters: {
            readonly query: {
                /** @description Trading pair, e.g. BTCUSDT */
                readonly symbol: string;
                readonly market?: "spot" | "perp";
                /** @description Candle time frame */
                readonly timeframe: "1m" | "5m" | "15m" | "30m" | "1h" | "2h" | "4h" | "6h" | "8h" | "12h" | "1d" | "1w";
                /** @description Epoch milliseconds */
                readonly from_ts?: number;
                /** @description Epoch milliseconds */
                readonly to_ts?: number;
                readonly limit?: number;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["KlinesView"];
                };
            };
            /** @description MANAGER_INVALID_REQUEST */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INVALID_REQUEST";
                    };
                };
            };
            /** @description MANAGER_DB_TRANSIENT, MANAGER_INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_DB_TRANSIENT" | "MANAGER_INTERNAL_ERROR";
                    };
                };
            };
        };
    };
    readonly services: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ServicesResponse"];
                };
            };
            /** @description MANAGER_INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INTERNAL_ERROR";
                    };
                };
            };
        };
    };
    readonly serviceConfig: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly service: "data" | "risk" | "manager" | "bot" | "executor";
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly [key: string]: unknown;
                    };
                };
            };
            /** @description MANAGER_INVALID_REQUEST */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INVALID_REQUEST";
                    };
                };
            };
            /** @description MANAGER_INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INTERNAL_ERROR";
                    };
                };
            };
            /** @description MANAGER_UPSTREAM_UNAVAILABLE */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_UPSTREAM_UNAVAILABLE";
                    };
                };
            };
        };
    };
    readonly runCurve: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description UUID */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RunCurve"];
                };
            };
            /** @description MANAGER_INVALID_REQUEST */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INVALID_REQUEST";
                    };
                };
            };
            /** @description MANAGER_INVALID_REQUEST */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INVALID_REQUEST";
                    };
                };
            };
            /** @description MANAGER_DB_TRANSIENT, MANAGER_INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_DB_TRANSIENT" | "MANAGER_INTERNAL_ERROR";
                    };
                };
            };
        };
    };
    readonly funding: {
        readonly parameters: {
            readonly query: {
                /** @description Trading pair, e.g. BTCUSDT */
                readonly symbol: string;
                /** @description Epoch milliseconds */
                readonly from_ts: number;
                /** @description Epoch milliseconds */
                readonly to_ts: number;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["FundingView"];
                };
            };
            /** @description MANAGER_INVALID_REQUEST */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_INVALID_REQUEST";
                    };
                };
            };
            /** @description MANAGER_DB_TRANSIENT, MANAGER_INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"] & {
                        /** @enum {string} */
                        readonly code: "MANAGER_DB_TRANSIENT" | "MANAGER_INTERNAL_ERROR";
                    };
                };
            };
        };
    };
}
