/** Made by `./platform generate` from the OpenAPI description of the manager. Never edited. */

export interface paths {
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Liveness; 503 while the service is alive but in a fatal state */
        get: operations["healthz"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Readiness; 503 with BOOT_DEGRADED and the failing checks otherwise */
        get: operations["readyz"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Metrics in text exposition format */
        get: operations["metrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Configuration in force, secrets redacted */
        get: operations["config"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bots": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Bot configurations
         * @description Ordered by creation, newest first. A cursor belongs to its filters and ends with a rotation of the token.
         */
        get: operations["listBots"];
        put?: never;
        /**
         * Create a bot, stopped
         * @description The bot begins as stopped; what is left out takes the defaults of GET /bff/bot-defaults. The change is in the audit log.
         */
        post: operations["createBot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bots/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One bot configuration */
        get: operations["getBot"];
        /**
         * Change a bot configuration
         * @description Fields that are absent keep their value. A running bot is restarted with the new generation, but for its name and its allocation. Symbol and network change only while it is stopped and holds nothing. desired_state is refused: it changes by start, pause, resume and stop.
         */
        put: operations["updateBot"];
        post?: never;
        /**
         * Delete a stopped bot
         * @description Refused while it runs, holds a position or has an order under way. Its runs, events and audit log stay readable.
         */
        delete: operations["deleteBot"];
        options?: never;
        head?: never;
        /**
         * The same as PUT
         * @description Fields that are absent keep their value. desired_state is refused: it changes by start, pause, resume and stop.
         */
        patch: operations["patchBot"];
        trace?: never;
    };
    "/bots/{id}/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a stopped bot
         * @description Any other state than stopped is refused, and so are allocations beyond the wallet of the network and a leverage other than that of a bot on the same symbol. The reconciler starts the process; status says how far it is.
         */
        post: operations["start"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bots/{id}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause a running bot
         * @description A paused bot keeps its position and its stop and opens nothing new.
         */
        post: operations["pause"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bots/{id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume a paused bot
         * @description Any other state than paused is refused.
         */
        post: operations["resume"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bots/{id}/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop a running or paused bot
         * @description The bot drains within 30 s; an open position keeps its stop.
         */
        post: operations["stop"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bots/{id}/clear-quarantine": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let the reconciler watch the bot again
         * @description confirm is YES- and epoch seconds not more than 60 s from now. The reconciler counts failures from zero again.
         */
        post: operations["clearQuarantine"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bots/{id}/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Audit log of a bot, newest first */
        get: operations["botAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bots/{id}/promote": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move a bot to another release or to other parameters
         * @description Starts the same green/blue deploy as /bots/{id}/deploy/promote.
         */
        post: operations["promote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bots/{id}/deploy/promote": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a green/blue deploy
         * @description The release runs in shadow beside the running one and takes over once it has decided alike. With params it decides with those, and the swap makes them the parameters of the bot; the release may then be the one that runs. With divergence_digest, the divergences of the deploy under way are accepted instead.
         */
        post: operations["startDeploy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bots/{id}/deploy/abort": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Abort the deploy under way
         * @description Before the swap only; the running release is left as it was.
         */
        post: operations["abortDeploy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bots/{id}/deploy/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The latest deploy of a bot */
        get: operations["deployStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bots/{id}/deploy/bars": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The newest bars of the latest deploy with both decisions, newest first
         * @description The running release is blue, the new one green; at most 60 bars. The next deploy of the bot replaces them.
         */
        get: operations["deployBars"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bots/{id}/deploys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Deploys of a bot, newest first */
        get: operations["deployHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/releases": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Releases, newest first */
        get: operations["listReleases"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/releases/{tag}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One release */
        get: operations["getRelease"];
        put?: never;
        post?: never;
        /** Remove an unused release */
        delete: operations["removeRelease"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deploys/service": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Service deploys, newest first */
        get: operations["serviceDeployHistory"];
        put?: never;
        /**
         * Deploy a service
         * @description The process is drained and started from the release; where that is not ready in time, the former one comes back by itself. The executor begins to drain only while no order is of unknown fate.
         */
        post: operations["startServiceDeploy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deploys/service/{deploy_id}/abort": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Abort a service deploy
         * @description Before the process is replaced; afterwards it takes its course.
         */
        delete: operations["abortServiceDeploy"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deploys/service/{deploy_id}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One service deploy */
        get: operations["serviceDeployStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/backtest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run a backtest: 200 when complete, 202 when it goes on
         * @description Replays stored bars through the engine that bots decide with. 202 comes after about three seconds: GET /runs/{id} and the channel run_progress tell how it goes on. The report carries a certificate and says what part of the span was there; with too little of it, the run is refused unless allow_partial_data is set.
         */
        post: operations["backtest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Runs, newest first
         * @description resolution is the time frame of the run. A cursor belongs to its filters and ends with a rotation of the token.
         */
        get: operations["listRuns"];
        put?: never;
        /**
         * Create a run: 200 when complete, 202 when it goes on
         * @description The same as POST /backtest under the names of a run. Only kind backtest can be asked for: bots open live runs themselves.
         */
        post: operations["createRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/runs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One run with its performance and certificate */
        get: operations["getRun"];
        put?: never;
        post?: never;
        /**
         * Cancel a backtest that is waiting or running; delete a finished one with its rows
         * @description A cancelled run stays, as failed, and can then be deleted. Runs of bots are never deleted: 409.
         */
        delete: operations["deleteRun"];
        options?: never;
        head?: never;
        /** Give a run a name, a note or tags; what it computed stays as it is */
        patch: operations["labelRun"];
        trace?: never;
    };
    "/bff/risk/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Clear the halt latch, through the risk service
         * @description Forwarded with the manager's own token once its audit row is written.
         */
        post: operations["riskResume"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bff/risk/pause/{bot_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause a bot, through the risk service
         * @description Forwarded at once with the manager's own token; its audit row follows, whatever the outcome.
         */
        post: operations["riskPause"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bff/risk/halt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Engage the halt latch and close nothing, through the risk service
         * @description Forwarded at once with the manager's own token; its audit row follows, whatever the outcome. Positions and their stops stay.
         */
        post: operations["riskHalt"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bff/risk/close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Close the positions of a bot, a symbol or a cluster without a halt, through the risk service
         * @description Forwarded at once with the manager's own token; its audit row follows, whatever the outcome. GET /bff/traces/{trace_id} shows the command, its orders and when it was done. A bot that is not paused may open again with its next signal.
         */
        post: operations["riskClose"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bff/risk/drill": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Fire drill: make a breaker see a value beyond its threshold; it trips for real
         * @description Forwarded with the manager's own token once its audit row is written.
         */
        post: operations["riskDrill"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bff/risk/limits/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change one limit of the breakers, through the risk service
         * @description Forwarded with the manager's own token once its audit row is written; in force at the next evaluation.
         */
        put: operations["riskSetLimit"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bff/emergency-flatten": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Engage the halt latch and flatten, through the risk service
         * @description Forwarded at once with the manager's own token; its audit row follows, whatever the outcome. Takes the operator token as Bearer.
         */
        post: operations["bffEmergencyFlatten"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bff/risk/emergency-flatten": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Engage the halt latch and flatten, through the risk service
         * @description Forwarded at once with the manager's own token; its audit row follows, whatever the outcome.
         */
        post: operations["bffRiskEmergencyFlatten"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/risk/emergency-flatten": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Engage the halt latch and flatten, through the risk service
         * @description Forwarded at once with the manager's own token; its audit row follows, whatever the outcome.
         */
        post: operations["riskEmergencyFlatten"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bff/risk/accept-position": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make the books of a symbol agree with the exchange, through the executor
         * @description Forwarded with the manager's own token once its audit row is written. What the exchange holds less is taken off the bots that hold that side; what it holds more is answered for by no bot.
         */
        post: operations["acceptPosition"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bff/bots/{bot_id}/clear-quarantine": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let the reconciler watch the bot again
         * @description confirm is YES- and epoch seconds not more than 60 s from now. The reconciler counts failures from zero again.
         */
        post: operations["bffClearQuarantine"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bff/bots/{bot_id}/acknowledge-parity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let a bot enter again after a parity mismatch
         * @description An unacknowledged mismatch between what a bot decided and what the backtest decides keeps it from new entries. The reason goes into the audit log; the same mismatch found again does not stop the bot again.
         */
        post: operations["acknowledgeParity"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bff/bus-token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A short-lived bus user for the browser
         * @description The user may subscribe to risk events, candles and the fills of the bots named, over the WebSocket of the bus, for 15 minutes; it may publish nothing.
         */
        post: operations["busToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ws": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * WebSocket: live events
         * @description Say {"action": "subscribe", "channels": […], "lastOffset": …}: what was missed since that offset comes first, then batches of live messages. A client that cannot keep up is closed with 1013.
         */
        get: operations["websocket"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/data/backfill/{source}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Start a backfill job */
        post: operations["startBackfill"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/data/backfill/jobs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Cancel a backfill job; rows already written stay */
        delete: operations["cancelBackfill"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/data/sources/{name}/unquarantine": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ask the data service to return a quarantined source to rotation */
        post: operations["unquarantineSource"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/experiments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Experiments, newest first */
        get: operations["listExperiments"];
        put?: never;
        /**
         * Start an experiment
         * @description The whole plan is checked, its bars included, before anything is tried. More than 100,000 combinations are refused without a limit. Follow it by GET /experiments/:id or the channel experiment_progress.
         */
        post: operations["createExperiment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/experiments/tried-sets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Count sets that were tried elsewhere
         * @description The ledger of the command line: ./platform research ledger --submit. Sets that are counted already change nothing.
         */
        post: operations["addTriedSets"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/experiments/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop an experiment
         * @description What was tried stays stored: it can be resumed.
         */
        post: operations["cancelExperiment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/experiments/{id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Go on with an experiment that was stopped or failed
         * @description Trials that are stored are not done again.
         */
        post: operations["resumeExperiment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bff/alerts/firing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Alerts that fire now
         * @description From the alert manager, without those that are silenced; 503 where its URL is not set.
         */
        get: operations["firingAlerts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bff/alerts/silences": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Silences in force, with who made them, why, and until when */
        get: operations["silences"];
        put?: never;
        /**
         * Acknowledge an alert, or silence every alert of its name, for a while
         * @description Sent to the alert manager once its audit row is written. It always has an end, a day away at most.
         */
        post: operations["silenceAlert"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bff/alerts/silences/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** End a silence now */
        delete: operations["endSilence"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bff/alerts/receivers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who is notified of alerts */
        get: operations["receivers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bff/alerts/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send one test message to a receiver and say whether it was taken */
        post: operations["testNotification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bff/alerts/push": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Browsers that are notified of critical alerts */
        get: operations["pushSubscriptions"];
        put?: never;
        /**
         * Tell a browser of critical alerts by web push
         * @description The endpoint must be an https address outside of private networks. Subscribing again with the same endpoint replaces its keys.
         */
        post: operations["subscribePush"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bff/alerts/push/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Tell a browser no more */
        delete: operations["unsubscribePush"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bff/alerts/push/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send one test message to a browser and say whether its push service took it */
        post: operations["testPush"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bff/metrics/chart": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A panel of the dashboards or the expression of an alert over time, at most 50 series */
        get: operations["chart"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bff/bots/{bot_id}/metrics-summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Rollup of a bot from the metrics server
         * @description Six queries to the metrics server; null where it has no sample. 503 where its URL is not set.
         */
        get: operations["botMetricsSummary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/runs/{id}/roundtrips": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Roundtrips of a run */
        get: operations["runRoundtrips"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/runs/{id}/equity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Equity curve of a run
         * @description Without resolution every stored point; with it each bucket of that width keeps its lowest, highest, deepest and last point.
         */
        get: operations["runEquity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bots/{id}/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Runs of a bot */
        get: operations["botRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bots/{id}/equity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Equity curve of a bot
         * @description Without resolution every stored point; with it each bucket of that width keeps its lowest, highest, deepest and last point.
         */
        get: operations["botEquity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bff/bots": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Every bot with its position, profit, parity and last error */
        get: operations["botOverviews"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bots/{id}/fills": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Fills of a bot, newest first */
        get: operations["botFills"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bff/intents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What bots asked for, what became of it and why, newest first */
        get: operations["intents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bff/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Orders as the exchange was last heard about them, newest first */
        get: operations["orders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bff/traces/{trace_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Everything that carries a trace id: events, audit rows, commands, intents, orders, fills */
        get: operations["trace"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bff/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What happened lately to bots, risk and by operators, newest first */
        get: operations["events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bff/risk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The halt latch with who and why, breakers, pauses and limits */
        get: operations["risk"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bff/risk/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Audit log of the latch, newest first */
        get: operations["riskAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bff/execution": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Age of the last reconcile per network, and orders whose fate is open */
        get: operations["execution"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/data/klines": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Closed bars for a chart, ascending: the newest ones unless from_ts says otherwise */
        get: operations["klines"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/performance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Performance of live trading */
        get: operations["performance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portfolio": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Equity, exposure and positions */
        get: operations["portfolio"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bff/services": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Health of every service as the manager last saw it */
        get: operations["services"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bff/services/{service}/config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Configuration of a service, secrets redacted */
        get: operations["serviceConfig"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/exchange/ping": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Reach of the exchange */
        get: operations["exchangePing"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/source-health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Freshness of each data source */
        get: operations["sourceHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/data/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** State of the data service */
        get: operations["dataStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/data/inventory": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What history is stored */
        get: operations["dataInventory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/data/backfill/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Active backfill jobs */
        get: operations["dataBackfillJobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/experiments/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** An experiment: its plan, its progress and, once it is over, what it says */
        get: operations["getExperiment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/experiments/{id}/trials": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The trials of an experiment that are done, in order of their numbers */
        get: operations["experimentTrials"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/experiments/{id}/columns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The figures of the trials of a grid as columns, for charts
         * @description At most 20,000 trials, rounded to six digits; those without figures are left out.
         */
        get: operations["experimentColumns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bff/logs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The newest log lines that match
         * @description Of every process and bot, the runs before included. 503 where the manager does not know where logs are kept.
         */
        get: operations["logs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bots/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Events of a bot, newest first */
        get: operations["botEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/overlays/decisions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Decisions of overlays, newest first */
        get: operations["overlayDecisions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/overlays/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Decisions and vetoes per overlay */
        get: operations["overlaySummary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/strategies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Registered strategies with their schemas */
        get: operations["strategies"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bff/warmup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How many bars a strategy needs before its first decision, with these parameters */
        get: operations["warmupNeed"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/overlays": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Overlays that a bot can be given, with their schemas */
        get: operations["overlays"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bff/bot-defaults": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Defaults of a new bot */
        get: operations["botDefaults"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/runs/{id}/curve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The whole equity curve of a run, as columns */
        get: operations["runCurve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bff/drawing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a strategy sees over a span: its lines, and what it decided and why
         * @description Computed from stored bars by the evaluator that bots and backtests decide with. Strategies that need more than the bars of the symbol are not drawn.
         */
        get: operations["drawing"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/data/funding": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Funding settlements of a span, as columns, oldest first */
        get: operations["funding"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        AccountView: {
            /** @enum {string} */
            network: "testnet" | "prod";
            /** @enum {string} */
            positionMode: "hedge" | "one_way";
            walletUsd: string | null;
            unrealisedPnlUsd: string | null;
            marginUsedUsd: string | null;
            availableUsd: string | null;
            fundingDueUsd: string | null;
            fundingDueAt: string | null;
            allocatedUsd: string | null;
            problem: string | null;
            /** @description ISO 8601, UTC */
            readAt: string;
            /** @description Not read for three minutes */
            stale: boolean;
        };
        /** @description What the bot trades with: its initial equity, what it sizes from, what drawdown is measured against */
        Allocation: {
            /**
             * @description usd, or share of the wallet of its network
             * @enum {string}
             */
            mode: "usd" | "share";
            /** @description US dollars, or a fraction: 0.01 is one percent */
            value: number;
        };
        AuditRecord: {
            id: string;
            actor: string;
            action: string;
            before: {
                [key: string]: unknown;
            } | null;
            after: {
                [key: string]: unknown;
            } | null;
            trace_id: string;
            /** @description ISO 8601, UTC */
            created_at: string;
        };
        BackfillCancelledView: {
            /** @constant */
            status: "cancelled";
        };
        BackfillJobView: {
            id: string;
            source: string;
            status: string;
            symbols: string[];
            /** @description Epoch milliseconds */
            fromTs: number;
            /** @description Epoch milliseconds */
            toTs: number;
            rowsFetched: number;
            rowsWritten: number;
            progress: number;
            rowsPerSecond: number;
            etaSeconds: number | null;
            /** @description ISO 8601, UTC */
            startedAt: string;
            finishedAt: string | null;
            error: string | null;
        };
        BackfillJobsViewResponse: {
            items: components["schemas"]["BackfillJobView"][];
        };
        BackfillRequest: {
            /** @description Absent: the configured ones */
            symbols?: string[];
            /** @description Epoch milliseconds */
            from_ts?: number;
            /** @description Epoch milliseconds */
            to_ts?: number;
            /**
             * @description Of open interest and ratios; 1h when absent
             * @enum {string}
             */
            period?: "5m" | "15m" | "30m" | "1h" | "2h" | "4h" | "6h" | "12h" | "1d";
        };
        BacktestRequest: {
            /** @description Registered strategy name */
            strategy: string;
            /** @description Trading pair, e.g. BTCUSDT */
            symbol: string;
            /**
             * @description Candle time frame
             * @enum {string}
             */
            timeframe: "1m" | "5m" | "15m" | "30m" | "1h" | "2h" | "4h" | "6h" | "8h" | "12h" | "1d" | "1w";
            /** @description Epoch milliseconds */
            from_ts: number;
            /** @description Epoch milliseconds */
            to_ts: number;
            params?: {
                [key: string]: unknown;
            };
            /** @description Decimal number above zero as a string */
            initial_equity_usd?: string;
            costs?: {
                taker_fee_bps?: number;
                slippage_bps?: number;
            };
            /** @description 1: signal quality · 2: realistic simulation */
            level?: number;
            /** @description Run although too little of the span is stored; the coverage then says F */
            allow_partial_data?: boolean;
            /** @description The bot whose days this simulates, with its strategy, symbol and time frame; its pages show the newest */
            bot_id?: string;
        };
        BffAcceptPositionRequest: {
            /** @enum {string} */
            network: "testnet" | "prod";
            /** @description Trading pair, e.g. BTCUSDT */
            symbol: string;
            /**
             * @description Both sides when absent
             * @enum {string}
             */
            side?: "long" | "short";
            /** @description Why; required, at most 500 characters */
            reason?: unknown;
        };
        BffAcceptPositionResponse: {
            /** @constant */
            status: "position_accepted";
            /** @enum {string} */
            network: "testnet" | "prod";
            /** @description Trading pair, e.g. BTCUSDT */
            symbol: string;
            /** @description Empty when books and exchange agreed already */
            adjustments: {
                botId: string | null;
                /** @enum {string} */
                side: "long" | "short";
                /** @description Decimal number as a string */
                qtyBefore: string;
                /** @description Decimal number as a string */
                qtyAfter: string;
            }[];
        };
        BffCloseResponse: {
            /** @constant */
            status: "close_initiated";
            positionsTargeted: number;
            pausedBots: string[];
        };
        BffDrillResponse: {
            /** @constant */
            status: "drill_started";
            /** @enum {string} */
            breaker: "drawdown" | "connectivity" | "vpin" | "macro" | "correlation";
            /** @description What the breaker is made to see */
            value: number;
            /** @enum {string} */
            expectedOutcome: "None" | "PauseBots" | "Flatten";
            lastsMs: number;
        };
        BffFlattenResponse: {
            /** @constant */
            status: "flatten_initiated";
            positionsTargeted: number;
        };
        BffLimitResponse: {
            name: string;
            value: number;
            updatedBy: string;
            /** @description ISO 8601, UTC */
            updatedAt: string;
        };
        BffPauseResponse: {
            /** @constant */
            status: "paused";
            botId: string;
        };
        BffQuarantineCleared: {
            /** @constant */
            status: "quarantine_cleared";
            botId: string;
        };
        BffResumeResponse: {
            /** @constant */
            status: "resumed";
            resumedBots: string[];
        };
        BotConfig: {
            id: string;
            bot_name: string;
            /** @enum {string} */
            desired_state: "stopped" | "running" | "paused";
            /** @enum {string} */
            status: "stopped" | "starting" | "warming" | "live" | "degraded" | "paused" | "draining" | "failed" | "quarantined";
            quarantined_at: string | null;
            image_tag: string;
            auto_deploy: boolean;
            strategy: string;
            symbol: string;
            timeframe: string;
            params: {
                [key: string]: unknown;
            };
            /** @enum {string} */
            network: "testnet" | "prod";
            allocation: components["schemas"]["Allocation"];
            sizing: components["schemas"]["Sizing"];
            leverage: number;
            cluster_id: string | null;
            /** @enum {string} */
            warmup_mode: "strict" | "degraded";
            /** @enum {string} */
            candle_source: "data-ws" | "scripted";
            overlays: components["schemas"]["OverlaySetting"][];
            /** @description Grows with every change of the configuration */
            generation: number;
            /** @description ISO 8601, UTC */
            created_at: string;
            /** @description ISO 8601, UTC */
            updated_at: string;
        };
        BotCreateRequest: {
            bot_name: string;
            /** @description String matching ^[a-zA-Z0-9][a-zA-Z0-9._-]{0,127}$ */
            image_tag?: unknown;
            /** @description Refused: use start, pause, resume and stop */
            desired_state?: unknown;
            auto_deploy?: boolean;
            strategy?: string;
            /** @description Trading pair, e.g. BTCUSDT */
            symbol?: string;
            /**
             * @description Candle time frame
             * @enum {string}
             */
            timeframe?: "1m" | "5m" | "15m" | "30m" | "1h" | "2h" | "4h" | "6h" | "8h" | "12h" | "1d" | "1w";
            params?: {
                [key: string]: unknown;
            };
            /** @enum {string} */
            network?: "testnet" | "prod";
            allocation?: components["schemas"]["Allocation"];
            sizing?: components["schemas"]["Sizing"];
            leverage?: number;
            cluster_id?: string | null;
            /** @enum {string} */
            warmup_mode?: "strict" | "degraded";
            /** @enum {string} */
            candle_source?: "data-ws" | "scripted";
            overlays?: components["schemas"]["OverlaySetting"][];
        };
        BotDefaultsResponse: {
            imageTag: string;
            autoDeploy: boolean;
            /** @enum {string} */
            network: "testnet" | "prod";
            allocation: {
                /** @enum {string} */
                mode: "usd" | "share";
                value: number;
            };
            sizing: {
                /** @enum {string} */
                mode: "vol_target" | "fixed";
                value: number;
            };
            leverage: number;
            /** @enum {string} */
            warmupMode: "strict" | "degraded";
            /** @enum {string} */
            candleSource: "data-ws" | "scripted";
            overlays: {
                [key: string]: unknown;
            }[];
        };
        BotDeleted: {
            /** @constant */
            status: "deleted";
            id: string;
        };
        BotEventView: {
            id: string;
            botId: string;
            eventType: string;
            /** @description ISO 8601, UTC */
            createdAt: string;
            metadata: {
                [key: string]: unknown;
            };
        };
        BotOverview: {
            botId: string;
            botName: string;
            /** @enum {string} */
            desiredState: "stopped" | "running" | "paused";
            /** @enum {string} */
            status: "stopped" | "starting" | "warming" | "live" | "degraded" | "paused" | "draining" | "failed" | "quarantined";
            /** @enum {string} */
            network: "testnet" | "prod";
            /** @enum {string} */
            candleSource: "data-ws" | "scripted";
            strategy: string;
            /** @description Trading pair, e.g. BTCUSDT */
            symbol: string;
            /**
             * @description Candle time frame
             * @enum {string}
             */
            timeframe: "1m" | "5m" | "15m" | "30m" | "1h" | "2h" | "4h" | "6h" | "8h" | "12h" | "1d" | "1w";
            clusterId: string | null;
            /** @description The image tag it runs */
            version: string;
            /** @description Grows with every change of its settings */
            generation: number;
            startedAt: string | null;
            quarantinedAt: string | null;
            pausedByRisk: {
                reason: string;
                /** @description ISO 8601, UTC */
                since: string;
            } | null;
            pausedByOperator: {
                actor: string;
                reason: string | null;
                /** @description ISO 8601, UTC */
                since: string;
            } | null;
            lastBarOpenTime: number | null;
            lastBarAgeSeconds: number | null;
            position: components["schemas"]["PositionView"] | null;
            equityUsd: string | null;
            pnlTodayUsd: string | null;
            pnl7dUsd: string | null;
            pnlAllUsd: string | null;
            drawdownPct: number | null;
            parity: {
                /** @enum {string} */
                result: "match" | "divergence";
                barCount: number;
                /** @description ISO 8601, UTC */
                auditedAt: string;
                acknowledged: boolean;
                divergence: {
                    /** @description Epoch milliseconds */
                    barOpenTime: number;
                    kind: string;
                    field: string | null;
                    bot: string | null;
                    engine: string | null;
                } | null;
            } | null;
            deploy: {
                /** @enum {string} */
                status: "pending" | "shadowing" | "swapping" | "completed" | "aborted" | "failed";
                targetImageTag: string;
                waitsForAcceptance: boolean;
            } | null;
            lastError: {
                eventType: string;
                message: string;
                /** @description ISO 8601, UTC */
                at: string;
            } | null;
            /** @description Equity over the last day, oldest first */
            sparkline: number[];
            simulated: {
                runId: string;
                /** @description Epoch milliseconds */
                fromTs: number;
                /** @description Epoch milliseconds */
                toTs: number;
                returnPct: number;
                /** @description Its equity, oldest first */
                sparkline: number[];
            } | null;
        };
        BotOverviewsResponse: {
            /** @description ISO 8601, UTC */
            asOf: string;
            items: components["schemas"]["BotOverview"][];
        };
        BotUpdateRequest: {
            bot_name?: string;
            /** @description String matching ^[a-zA-Z0-9][a-zA-Z0-9._-]{0,127}$ */
            image_tag?: unknown;
            /** @description Refused: use start, pause, resume and stop */
            desired_state?: unknown;
            auto_deploy?: boolean;
            strategy?: string;
            /** @description Trading pair, e.g. BTCUSDT */
            symbol?: string;
            /**
             * @description Candle time frame
             * @enum {string}
             */
            timeframe?: "1m" | "5m" | "15m" | "30m" | "1h" | "2h" | "4h" | "6h" | "8h" | "12h" | "1d" | "1w";
            params?: {
                [key: string]: unknown;
            };
            /** @enum {string} */
            network?: "testnet" | "prod";
            allocation?: components["schemas"]["Allocation"];
            sizing?: components["schemas"]["Sizing"];
            leverage?: number;
            cluster_id?: string | null;
            /** @enum {string} */
            warmup_mode?: "strict" | "degraded";
            /** @enum {string} */
            candle_source?: "data-ws" | "scripted";
            overlays?: components["schemas"]["OverlaySetting"][];
        };
        BusTokenRequest: {
            bot_ids?: string[];
        };
        BusTokenResponse: {
            /** @description NATS bearer JWT of a short-lived user: subscribe-only, websocket only */
            jwt: string;
            url: string;
            /** @description ISO 8601, UTC */
            expiresAt: string;
        };
        Certificate: {
            codeVersion: string;
            codeDigest: string;
            dataDigest: string;
            paramsDigest: string;
            costsDigest: string;
            decisionsDigest: string;
            coverageDigest: string | null;
        };
        ChartResponse: {
            series: {
                labels: {
                    [key: string]: unknown;
                };
                /** @description Ascending */
                ts: number[];
                values: number[];
            }[];
            /** @description There are more series than are shown */
            isCut: boolean;
        };
        CommandView: {
            id: string;
            /** @enum {string} */
            kind: "flatten" | "pause" | "resume";
            scope: string;
            botId: string | null;
            reason: string;
            issuedBy: string;
            /** @description ISO 8601, UTC */
            createdAt: string;
            doneAt: string | null;
        };
        DataInventoryResponse: {
            items: {
                source: string;
                symbol: string | null;
                market: string | null;
                timeframe: string | null;
                earliest: number | null;
                latest: number | null;
                rowCount: number;
                gapCount: number;
                /** @description The first hundred, oldest first; toTs is exclusive */
                gaps: {
                    /** @description Epoch milliseconds */
                    fromTs: number;
                    /** @description Epoch milliseconds */
                    toTs: number;
                    missing: number;
                }[];
            }[];
        };
        DataStatusResponse: {
            ready: boolean;
            sources: components["schemas"]["SourceHealthView"][];
            runningJobs: number;
        };
        Deploy: {
            deploy_id: string;
            bot_id: string;
            /** @enum {string} */
            status: "pending" | "shadowing" | "swapping" | "completed" | "aborted" | "failed";
            from_image_tag: string | null;
            target_image_tag: string;
            from_params: {
                [key: string]: unknown;
            } | null;
            params: {
                [key: string]: unknown;
            } | null;
            /** @enum {string} */
            slot: "blue" | "green";
            /** @description Bars of the ledger that must be decided again. */
            replay_bars: number;
            min_live_bars: number;
            live_bars: number;
            shadow_matches: number;
            shadow_divergences: number;
            /** @description The new instance decides with other code or other parameters than the running one. */
            is_deliberate: boolean;
            /** @description The first 1500; in a list of deploys the first 100. */
            divergences: components["schemas"]["ShadowDivergence"][];
            divergence_digest: string | null;
            accepted_digest: string | null;
            waiting_for: string | null;
            error: string | null;
            requested_by: string;
            /** @description ISO 8601, UTC */
            started_at: string;
            finished_at: string | null;
        };
        DeployBar: {
            /** @description The bar. */
            open_time_ms: number;
            /**
             * @description waiting: the new release has not decided the bar yet.
             * @enum {string}
             */
            verdict: "alike" | "different" | "waiting";
            field: string | null;
            /** @description The new release decided it when it came, not from the ledger. */
            is_live: boolean;
            blue: {
                [key: string]: unknown;
            } | null;
            green: {
                [key: string]: unknown;
            } | null;
        };
        DeployBarsResponse: {
            items: components["schemas"]["DeployBar"][];
        };
        DeployStatusResponse: {
            deploy: components["schemas"]["Deploy"] | null;
        };
        DrawingView: {
            ts: number[];
            /** @description What the strategy declares it decides by */
            lines: {
                title: string;
                /**
                 * @description Drawn over the price, or below it on a scale of its own
                 * @enum {string}
                 */
                scale: "price" | "own";
                values: (number | null)[];
            }[];
            decisions: {
                /** @description Epoch milliseconds */
                ts: number;
                /** @description 1 long, -1 short, 0 flat */
                target: number;
                reason: string;
            }[];
            note: string | null;
        };
        EquityPoint: {
            /** @description Epoch milliseconds */
            ts: number;
            /** @description Decimal number as a string */
            equityUsd: string;
            drawdownPct: number;
        };
        /** Error */
        ErrorBody: {
            /** @description One of the codes in docs/errors.md. */
            code: string;
            /** @description What is wrong, for a person; never contains a secret. */
            message: string;
            /** @description The parameter or body field to blame, path segments joined by a slash; null where none is. */
            field: string | null;
            /** @enum {unknown} */
            severity: "Warning" | "Error" | "Critical";
            /** @enum {unknown} */
            category: "Safety" | "Infra" | "Data" | "Control";
            trace_id: string;
        };
        EventView: {
            id: string;
            /** @enum {string} */
            source: "bot" | "risk" | "audit";
            type: string;
            botId: string | null;
            breaker: ("drawdown" | "connectivity" | "vpin" | "macro" | "correlation") | null;
            actor: string | null;
            reason: string | null;
            traceId: string | null;
            /** @description ISO 8601, UTC */
            createdAt: string;
            metadata: {
                [key: string]: unknown;
            };
        };
        ExchangePingResponse: {
            networks: {
                /** @enum {string} */
                network: "testnet" | "prod";
                reachable: boolean;
                roundTripMs: number | null;
                serverTimeOffsetMs: number | null;
            }[];
        };
        ExecutionView: {
            networks: {
                /** @enum {string} */
                network: "testnet" | "prod";
                lastReconcileAt: string | null;
                reconcileAgeSeconds: number | null;
                anomalies: number | null;
                fixed: number | null;
                quarantined: boolean;
                state: string | null;
                streamLive: boolean | null;
            }[];
            unresolvedOrders: components["schemas"]["OrderView"][];
        };
        ExperimentAxis: {
            name: string;
            values: (number | boolean | string)[];
        };
        ExperimentDetail: {
            /** @description UUID */
            id: string;
            /** @enum {string} */
            kind: "sweep" | "walk_forward" | "ablation" | "multi_asset" | "monte_carlo";
            /** @enum {string} */
            status: "running" | "completed" | "failed" | "cancelled";
            strategy: string;
            symbols: string[];
            /**
             * @description Candle time frame
             * @enum {string}
             */
            timeframe: "1m" | "5m" | "15m" | "30m" | "1h" | "2h" | "4h" | "6h" | "8h" | "12h" | "1d" | "1w";
            /** @description Epoch milliseconds */
            fromTs: number;
            /** @description Epoch milliseconds */
            toTs: number;
            trialCount: number;
            doneCount: number;
            failedCount: number;
            error: string | null;
            requestedBy: string;
            /** @description ISO 8601, UTC */
            createdAt: string;
            finishedAt: string | null;
            objective: string;
            axes: components["schemas"]["ExperimentAxis"][];
            params: {
                [key: string]: unknown;
            };
            costs: {
                [key: string]: {
                    [key: string]: unknown;
                };
            };
            planDigest: string;
            dataDigest: string;
            codeDigest: string;
            resultDigest: string | null;
            result: components["schemas"]["ExperimentResult"] | null;
            waitsFor: string | null;
        };
        ExperimentRequest: {
            /** @enum {string} */
            kind: "sweep" | "walk_forward" | "ablation" | "multi_asset" | "monte_carlo";
            /** @description Registered strategy name */
            strategy: string;
            /** @description One; several for multi_asset */
            symbols: string[];
            /**
             * @description Candle time frame
             * @enum {string}
             */
            timeframe: "1m" | "5m" | "15m" | "30m" | "1h" | "2h" | "4h" | "6h" | "8h" | "12h" | "1d" | "1w";
            /** @description Epoch milliseconds */
            from_ts: number;
            /** @description Epoch milliseconds */
            to_ts: number;
            /** @description sweep and walk_forward: name=first:last:step or name=a|b|c, separated by commas */
            grid?: string;
            params?: {
                [key: string]: unknown;
            };
            /** @description Decimal number above zero as a string */
            initial_equity_usd?: string;
            costs?: {
                taker_fee_bps?: number;
                slippage_bps?: number;
            };
            /** @description 1: signal quality · 2: realistic simulation */
            level?: number;
            /** @enum {string} */
            objective?: "sharpe" | "totalReturn" | "cagr" | "calmar" | "profitFactor";
            /** @description Try a sample of so many combinations */
            limit?: number;
            seed?: number;
            train_days?: number;
            test_days?: number;
            purge_bars?: number;
            anchored?: boolean;
            methods?: ("trades" | "days" | "noise" | "delay" | "costs")[];
            /** @description Of each method */
            paths?: number;
            block_days?: number;
            noise?: number;
            delay_bars?: number;
        };
        ExperimentResult: {
            failed: number;
            /** @description Combinations whose parameters exclude each other */
            contradictory: number;
            days: number;
            /** @description The bar on which every trial may trade first: later than asked where the warm-up is not stored */
            fromMs: number;
            best: {
                trial: number;
                params: {
                    [key: string]: unknown;
                };
                figures: components["schemas"]["TrialFigures"];
            } | null;
            plateau: {
                combinations: number[];
                share: number;
                neighbours: number | null;
            } | null;
            luck: {
                /** @description Sets ever tried on this strategy, symbol and time frame */
                trialsEver: number;
                expectedMaximumSharpe: number | null;
                probabilisticSharpe: number | null;
                deflatedSharpe: number | null;
                minimumTrackRecordDays: number | null;
            } | null;
            overfitting: {
                probability: number;
                histogram: number[];
            } | null;
            walkForward: {
                windows: {
                    /** @description Epoch milliseconds */
                    trainFromMs: number;
                    /** @description Epoch milliseconds */
                    trainToMs: number;
                    /** @description Epoch milliseconds */
                    testFromMs: number;
                    /** @description Epoch milliseconds */
                    testToMs: number;
                    params: {
                        [key: string]: unknown;
                    } | null;
                    inSample: {
                        sharpe: number | null;
                        cagr: number | null;
                    } | null;
                    outOfSample: {
                        sharpe: number | null;
                        totalReturn: number | null;
                        cagr: number | null;
                        maxDrawdownPct: number | null;
                        calmar: number | null;
                        trades: number;
                    };
                }[];
                consistency: number | null;
                efficiency: number | null;
                stability: number | null;
                stitched: {
                    sharpe: number | null;
                    totalReturn: number | null;
                    cagr: number | null;
                    maxDrawdownPct: number | null;
                    calmar: number | null;
                    /** @description Epoch milliseconds */
                    fromMs: number;
                    curve: number[];
                };
                passed: {
                    sharpe: boolean;
                    consistency: boolean;
                    maxDrawdownPct: boolean;
                    cagr: boolean;
                };
            } | null;
            runs: {
                name: string;
                symbol: string;
                /** @description Epoch milliseconds */
                fromMs: number;
                params: {
                    [key: string]: unknown;
                };
                figures: components["schemas"]["TrialFigures"];
            }[] | null;
            acrossSymbols: {
                /** @description Share of the symbols */
                profitable: number;
                /** @description Profitable on each of BTCUSDT, ETHUSDT and SOLUSDT */
                holdsOnCore: boolean;
                untriedCore: string[];
            } | null;
            monteCarlo: {
                percentiles: number[];
                run: {
                    totalReturn: number | null;
                    maxDrawdownPct: number | null;
                    sharpe: number | null;
                };
                methods: {
                    /** @enum {string} */
                    method: "trades" | "days" | "noise" | "delay" | "costs";
                    failed: number;
                    percentiles: {
                        totalReturn: (number | null)[];
                        maxDrawdownPct: (number | null)[];
                        sharpe: (number | null)[];
                    };
                    lossProbability: number | null;
                    deeperThanRun: number | null;
                    fan: (number | null)[][];
                }[];
            } | null;
        };
        ExperimentSummary: {
            /** @description UUID */
            id: string;
            /** @enum {string} */
            kind: "sweep" | "walk_forward" | "ablation" | "multi_asset" | "monte_carlo";
            /** @enum {string} */
            status: "running" | "completed" | "failed" | "cancelled";
            strategy: string;
            symbols: string[];
            /**
             * @description Candle time frame
             * @enum {string}
             */
            timeframe: "1m" | "5m" | "15m" | "30m" | "1h" | "2h" | "4h" | "6h" | "8h" | "12h" | "1d" | "1w";
            /** @description Epoch milliseconds */
            fromTs: number;
            /** @description Epoch milliseconds */
            toTs: number;
            trialCount: number;
            doneCount: number;
            failedCount: number;
            error: string | null;
            requestedBy: string;
            /** @description ISO 8601, UTC */
            createdAt: string;
            finishedAt: string | null;
        };
        ExperimentTrial: {
            trial: number;
            name: string;
            params: {
                [key: string]: unknown;
            };
            figures: components["schemas"]["TrialFigures"] | null;
            fault: string | null;
        };
        FillView: {
            id: string;
            /** @enum {string} */
            network: "testnet" | "prod";
            /** @description Trading pair, e.g. BTCUSDT */
            symbol: string;
            tradeId: string;
            leg: ("entry" | "sl" | "tp" | "exit" | "flatten") | null;
            /** @enum {string} */
            side: "buy" | "sell";
            /** @description Decimal number as a string */
            qty: string;
            /** @description Decimal number as a string */
            price: string;
            /** @description Decimal number as a string */
            fee: string;
            feeAsset: string | null;
            /** @description Decimal number as a string */
            realisedPnlUsd: string;
            isMaker: boolean;
            orderId: string | null;
            intentId: string | null;
            /** @description Epoch milliseconds */
            tradeTime: number;
            /** @description ISO 8601, UTC */
            createdAt: string;
        };
        FiringAlert: {
            fingerprint: string;
            name: string;
            severity: string | null;
            summary: string | null;
            value: string | null;
            runbook: string | null;
            /** @description ISO 8601, UTC */
            startsAt: string;
            labels: {
                [key: string]: unknown;
            };
        };
        FiringAlertsResponse: {
            items: components["schemas"]["FiringAlert"][];
            /** @description False where the metrics server judges no rules, so that nothing fires whatever breaks */
            isJudged: boolean;
        };
        FundingView: {
            ts: number[];
            rate: number[];
        };
        HaltResponse: {
            /** @constant */
            status: "halted";
        };
        HealthResponse: {
            /** @enum {string} */
            status: "ok" | "degraded" | "fatal";
            service: string;
            version: string;
            /** @description Tag of the release that it runs */
            release: string;
            /** @description E.g. peer_down, ws_reconnect_storm, ws_subscriber_overload */
            degraded: string[];
            tasks?: components["schemas"]["TaskStatus"][];
            /** @description Risk service only: the halt latch, true also when unreadable */
            halted?: boolean;
        };
        IntentView: {
            intentId: string;
            botId: string;
            strategy: string;
            /** @enum {string} */
            network: "testnet" | "prod";
            /** @description Trading pair, e.g. BTCUSDT */
            symbol: string;
            /**
             * @description Candle time frame
             * @enum {string}
             */
            timeframe: "1m" | "5m" | "15m" | "30m" | "1h" | "2h" | "4h" | "6h" | "8h" | "12h" | "1d" | "1w";
            /** @enum {string} */
            side: "long" | "short" | "flat";
            /** @description Decimal number as a string */
            qty: string;
            stopPrice: string | null;
            takeProfitPrice: string | null;
            barOpenTime: number | null;
            traceId: string | null;
            /** @enum {string} */
            state: "accepted" | "rejected" | "superseded" | "undecided";
            reason: string | null;
            decidedMs: number | null;
            orderedMs: number | null;
            /** @description ISO 8601, UTC */
            createdAt: string;
            /** @description Entry, stop, target and exit, oldest first */
            orders: components["schemas"]["OrderView"][];
        };
        KlinesView: {
            /** @description Trading pair, e.g. BTCUSDT */
            symbol: string;
            /** @enum {string} */
            market: "spot" | "perp";
            /**
             * @description Candle time frame
             * @enum {string}
             */
            timeframe: "1m" | "5m" | "15m" | "30m" | "1h" | "2h" | "4h" | "6h" | "8h" | "12h" | "1d" | "1w";
            klines: {
                /** @description Epoch milliseconds */
                openTime: number;
                open: number;
                high: number;
                low: number;
                close: number;
                volume: number;
            }[];
        };
        LogLine: {
            process: string;
            timeMs: number | null;
            /** @description As the process wrote it */
            level: string;
            /** @description Without characters that control anything, and cut where it is very long */
            message: string;
            code: string | null;
            botId: string | null;
            traceId: string | null;
        };
        LogsResponse: {
            /** @description The newest that match, oldest first */
            items: components["schemas"]["LogLine"][];
            older: {
                /** @description Epoch milliseconds */
                toMs: number;
                skip: number;
            } | null;
            /** @description Everything that has a log */
            processes: string[];
            /** @description False where the search took too long and older lines were left out */
            isWhole: boolean;
        };
        MetricsSummary: {
            botId: string;
            up: number | null;
            candlesProcessed: number | null;
            signalsEmitted: number | null;
            intentsEmitted: number | null;
            errors: number | null;
            leaseLivenessAgeSeconds: number | null;
        };
        NotReadyBody: {
            /** @description One of the codes in docs/errors.md. */
            code: string;
            /** @description What is wrong, for a person; never contains a secret. */
            message: string;
            /** @description The parameter or body field to blame, path segments joined by a slash; null where none is. */
            field: string | null;
            /** @enum {unknown} */
            severity: "Warning" | "Error" | "Critical";
            /** @enum {unknown} */
            category: "Safety" | "Infra" | "Data" | "Control";
            trace_id: string;
            checks: components["schemas"]["ReadinessCheck"][];
        };
        NotificationTestRequest: {
            receiver: string;
        };
        NotificationTestResponse: {
            receiver: string;
            /**
             * @description Unanswered: nothing was heard within ten seconds, or it is not known, as other receivers of the kind were sent something meanwhile. It may wait up to a minute for the tests of those to be over
             * @enum {string}
             */
            outcome: "delivered" | "refused" | "unanswered";
        };
        OrderView: {
            orderId: string;
            intentId: string | null;
            botId: string | null;
            /** @enum {string} */
            network: "testnet" | "prod";
            /** @description Trading pair, e.g. BTCUSDT */
            symbol: string;
            /** @enum {string} */
            leg: "entry" | "sl" | "tp" | "exit" | "flatten";
            orderType: string;
            /** @enum {string} */
            side: "buy" | "sell";
            qty: string | null;
            price: string | null;
            triggerPrice: string | null;
            notionalUsd: string | null;
            /** @description Our name for it at the exchange */
            clientOrderId: string;
            exchangeOrderId: string | null;
            /**
             * @description unknown: the exchange may have it, and is asked
             * @enum {string}
             */
            status: "submitting" | "unknown" | "new" | "partially_filled" | "filled" | "cancelled" | "rejected" | "expired";
            statusReason: string | null;
            /** @description Decimal number as a string */
            filledQty: string;
            averagePrice: string | null;
            firstFillMs: number | null;
            /** @description ISO 8601, UTC */
            createdAt: string;
            /** @description ISO 8601, UTC */
            updatedAt: string;
        };
        OverlayDecisionView: {
            id: string;
            botId: string;
            overlay: string;
            /** @enum {string} */
            verdict: "pass" | "veto" | "scale";
            reason: string;
            /** @description Epoch milliseconds */
            barOpenTime: number;
            details: {
                [key: string]: unknown;
            };
            /** @description ISO 8601, UTC */
            createdAt: string;
        };
        OverlayInfo: {
            name: string;
            title: string;
            summary: string;
            schema: {
                [key: string]: unknown;
            };
            /** @description Series it cannot judge without: it vetoes while they are missing */
            datasets: string[];
        };
        OverlaySetting: {
            name: string;
            params?: {
                [key: string]: unknown;
            };
        };
        OverlaySummaryResponse: {
            items: {
                overlay: string;
                decisions: number;
                vetoes: number;
            }[];
        };
        OverlaysResponse: {
            items: components["schemas"]["OverlayInfo"][];
        };
        ParityAcknowledged: {
            /** @constant */
            status: "parity_acknowledged";
            botId: string;
        };
        PerformanceResponse: {
            stats: components["schemas"]["PerformanceStats"];
            equity: components["schemas"]["EquityPoint"][];
        };
        PerformanceStats: {
            sharpe: number | null;
            maxDrawdownPct: number | null;
            cagrPct: number | null;
            winRatePct: number | null;
            /** @description Decimal number as a string */
            netPnlUsd: string;
            /** @description Decimal number as a string */
            feesUsd: string;
            /** @description Decimal number as a string */
            fundingUsd: string;
            /** @description Decimal number as a string */
            slippageUsd: string;
            roundtripCount: number;
        };
        PortfolioResponse: {
            /** @description ISO 8601, UTC */
            asOf: string;
            /** @description The wallet of each network that the executor trades on */
            accounts: components["schemas"]["AccountView"][];
            equityUsd: string | null;
            pnlTodayUsd: string | null;
            pnl7dUsd: string | null;
            pnlAllUsd: string | null;
            drawdownPct: number | null;
            grossExposureUsd: string | null;
            exposureBySymbol: {
                /** @description Trading pair, e.g. BTCUSDT */
                symbol: string;
                /** @description Decimal number as a string */
                longUsd: string;
                /** @description Decimal number as a string */
                shortUsd: string;
                /** @description Decimal number as a string */
                grossUsd: string;
                /** @description Decimal number as a string */
                netUsd: string;
            }[];
            exposureByCluster: {
                clusterId: string | null;
                /** @description Decimal number as a string */
                longUsd: string;
                /** @description Decimal number as a string */
                shortUsd: string;
                /** @description Decimal number as a string */
                grossUsd: string;
                /** @description Decimal number as a string */
                netUsd: string;
            }[];
            unprotectedPositions: number;
            positions: components["schemas"]["PositionView"][];
            bots: {
                botId: string;
                botName: string;
                /** @enum {string} */
                status: "stopped" | "starting" | "warming" | "live" | "degraded" | "paused" | "draining" | "failed" | "quarantined";
                equityUsd: string | null;
                pnlTodayUsd: string | null;
            }[];
        };
        PositionView: {
            /** @enum {string} */
            network: "testnet" | "prod";
            /** @description Trading pair, e.g. BTCUSDT */
            symbol: string;
            botId: string | null;
            /** @enum {string} */
            side: "long" | "short";
            /** @description Decimal number as a string */
            qty: string;
            /** @description Decimal number as a string */
            entryPrice: string;
            markPrice: string | null;
            unrealisedPnlUsd: string | null;
            stopPrice: string | null;
            liquidationPrice: string | null;
            protected: boolean;
        };
        PromoteRequest: {
            /** @description Required: string matching ^[a-zA-Z0-9][a-zA-Z0-9._-]{0,127}$ */
            target_image_tag?: unknown;
            /** @description Parameters that the new instance decides with, all of them; those of the bot when absent. */
            params?: {
                [key: string]: unknown;
            };
            /** @description Live bars that both releases must have decided; 1 when absent. */
            min_live_bars?: number;
            /** @description Accepts the divergences of the deploy under way: the digest of the list as it was shown. */
            divergence_digest?: string;
        };
        PushRemoved: {
            id: string;
            /** @enum {string} */
            status: "removed";
        };
        PushResponse: {
            publicKey: string | null;
            items: components["schemas"]["PushSubscriptionView"][];
        };
        PushSubscribeRequest: {
            /** @description https address of the push service */
            endpoint: string;
            /** @description base64url, as the browser gives it */
            p256dh: string;
            /** @description base64url, as the browser gives it */
            auth: string;
        };
        PushSubscribed: {
            id: string;
        };
        PushSubscriptionView: {
            id: string;
            /** @description Who subscribed */
            owner: string;
            /** @description Host of the push service; the rest of the address is a secret */
            service: string;
            /** @description ISO 8601, UTC */
            createdAt: string;
            takenAt: string | null;
            failure: string | null;
        };
        PushTested: {
            id: string;
            /**
             * @description delivered: the push service took it; gone: the browser has unsubscribed and is forgotten
             * @enum {string}
             */
            outcome: "delivered" | "refused" | "unanswered" | "gone";
        };
        QuarantineCleared: {
            /** @constant */
            status: "quarantine_cleared";
            bot_id: string;
        };
        ReadinessCheck: {
            name: string;
            ok: boolean;
            detail: string | null;
        };
        ReadyResponse: {
            /** @constant */
            status: "ready";
            service: string;
            version: string;
            checks: components["schemas"]["ReadinessCheck"][];
        };
        ReceiversResponse: {
            items: {
                name: string;
            }[];
        };
        Release: {
            tag: string;
            version: string;
            /** @description ISO 8601, UTC */
            built_at: string;
            /** @description SHA-256 by file. */
            files: {
                [key: string]: string;
            };
            /** @description SHA-256 of the sources that decide, by strategy. */
            strategies: {
                [key: string]: string;
            };
            /** @description SHA-256 of the lock file of the npm packages. */
            dependencies: string;
            /** @description False where its bot is not what the manifest says. */
            is_sound: boolean;
            needed_because: string | null;
        };
        ReleaseList: {
            items: components["schemas"]["Release"][];
        };
        ReleaseRemoved: {
            /** @constant */
            status: "removed";
            tag: string;
        };
        RiskAuditView: {
            id: string;
            action: string;
            scope: string;
            reason: string;
            actor: string;
            breaker: ("drawdown" | "connectivity" | "vpin" | "macro" | "correlation") | null;
            traceId: string;
            /** @description ISO 8601, UTC */
            createdAt: string;
        };
        RiskView: {
            latch: {
                halted: boolean;
                /** @description ISO 8601, UTC */
                since: string;
                actor: string | null;
                reason: string | null;
                scope: string | null;
                breaker: ("drawdown" | "connectivity" | "vpin" | "macro" | "correlation") | null;
                traceId: string | null;
            };
            breakers: {
                /** @enum {string} */
                breaker: "drawdown" | "connectivity" | "vpin" | "macro" | "correlation";
                scope: string;
                /** @enum {string} */
                status: "ok" | "degraded" | "tripped";
                /** @enum {string} */
                outcome: "None" | "PauseBots" | "Flatten";
                value: number | null;
                highestToday: number | null;
                threshold: number | null;
                distance: number | null;
                reason: string | null;
                /** @description ISO 8601, UTC */
                since: string;
                evaluatedAt: string | null;
            }[];
            pauses: {
                botId: string;
                reason: string;
                breaker: ("drawdown" | "connectivity" | "vpin" | "macro" | "correlation") | null;
                /** @description ISO 8601, UTC */
                since: string;
            }[];
            drills: {
                /** @enum {string} */
                breaker: "drawdown" | "connectivity" | "vpin" | "macro" | "correlation";
                /** @description ISO 8601, UTC */
                at: string;
                traceId: string | null;
            }[];
            limits: {
                name: string;
                value: number;
                description: string;
                updatedBy: string;
            }[];
        };
        Roundtrip: {
            seq: number;
            /** @enum {string} */
            side: "long" | "short";
            /** @description Epoch milliseconds */
            entryTs: number;
            /** @description Epoch milliseconds */
            exitTs: number;
            durationMs: number;
            /** @description Decimal number as a string */
            qty: string;
            /** @description Decimal number as a string */
            entryPrice: string;
            /** @description Decimal number as a string */
            exitPrice: string;
            /** @description Decimal number as a string */
            pnlUsd: string;
            /** @description Decimal number as a string */
            feesUsd: string;
            /** @description Decimal number as a string */
            slippageUsd: string;
            /** @description Decimal number as a string */
            fundingUsd: string;
            exitReason: string;
            maePct: number | null;
            mfePct: number | null;
        };
        RunAccepted: {
            run_id: string;
            runId: string;
            /** @enum {string} */
            status: "queued" | "running" | "completed" | "failed";
            coverage: components["schemas"]["RunCoverage"] | null;
        };
        RunCoverage: {
            /** @enum {string} */
            grade: "A" | "B" | "C" | "D" | "F";
            /** @description What keeps it from an A, in sentences */
            reasons: string[];
            /** @description Epoch milliseconds */
            askedFromMs: number;
            /** @description Epoch milliseconds */
            askedToMs: number;
            usedFromMs: number | null;
            usedToMs: number | null;
            barsExpected: number;
            barsFound: number;
            barsMissing: number;
            warmupBars: number;
            /** @description Bars of the span that only warmed up */
            warmupBarsEaten: number;
            /** @description Gaps among the bars before the span */
            warmupBarsMissing: number;
            auxiliaryBarsExpected: number;
            /** @description Of the thinnest further series */
            auxiliaryBarsFound: number;
            fundingGiven: boolean;
            /** @description Eight-hour windows of the span used */
            settlementsExpected: number;
            settlementsFound: number;
            slippageBps: number;
            /** @enum {string} */
            slippageSource: "estimate" | "default" | "given" | "given_below_estimate";
        };
        RunCreateRequest: {
            /** @description Registered strategy name */
            strategy_name: string;
            /** @enum {string} */
            kind?: "live" | "paper" | "backtest";
            /** @description Trading pair, e.g. BTCUSDT */
            symbol?: string;
            /**
             * @description Candle time frame
             * @enum {string}
             */
            timeframe?: "1m" | "5m" | "15m" | "30m" | "1h" | "2h" | "4h" | "6h" | "8h" | "12h" | "1d" | "1w";
            /** @description Epoch milliseconds */
            from_ts?: number;
            /** @description Epoch milliseconds */
            to_ts?: number;
            params?: {
                [key: string]: unknown;
            };
            /** @description Decimal number above zero as a string */
            initial_equity_usd?: string;
            costs?: {
                taker_fee_bps?: number;
                slippage_bps?: number;
            };
            /** @description 1: signal quality · 2: realistic simulation */
            level?: number;
            /** @description Run although too little of the span is stored; the coverage then says F */
            allow_partial_data?: boolean;
            /** @description The bot whose days this simulates, with its strategy, symbol and time frame; its pages show the newest */
            bot_id?: string;
        };
        RunCurve: {
            ts: number[];
            equityUsd: number[];
            drawdownPct: number[];
        };
        RunDeleted: {
            /** @enum {string} */
            status: "cancelled" | "deleted";
            runId: string;
        };
        RunDetail: {
            run_id: string;
            runId: string;
            id: string;
            botId: string | null;
            /** @enum {string} */
            kind: "live" | "paper" | "backtest";
            /** @enum {string} */
            status: "queued" | "running" | "completed" | "failed";
            strategy: string;
            symbol: string;
            timeframe: string;
            params: {
                [key: string]: unknown;
            };
            fromTs: number | null;
            toTs: number | null;
            sharpe: number | null;
            maxDrawdownPct: number | null;
            netPnlUsd: string | null;
            returnPct: number | null;
            roundtripCount: number | null;
            name: string | null;
            note: string | null;
            tags: string[];
            /** @description ISO 8601, UTC */
            createdAt: string;
            performance: components["schemas"]["PerformanceStats"] | null;
            certificate: components["schemas"]["Certificate"] | null;
            coverage: components["schemas"]["RunCoverage"] | null;
            /** @description Every figure of the engine, in camelCase */
            metrics: {
                [key: string]: unknown;
            };
            costs: {
                [key: string]: unknown;
            };
            asOf: number | null;
            figuresAsOf: number | null;
            /** @description Decimal number as a string */
            initialEquityUsd: string;
            barCount: number | null;
            progress: number;
            warnings: string[];
            error: string | null;
            startedAt: string | null;
            finishedAt: string | null;
        };
        RunLabelRequest: {
            name?: string | null;
            note?: string | null;
            tags?: string[];
        };
        RunSummary: {
            run_id: string;
            runId: string;
            id: string;
            botId: string | null;
            /** @enum {string} */
            kind: "live" | "paper" | "backtest";
            /** @enum {string} */
            status: "queued" | "running" | "completed" | "failed";
            strategy: string;
            symbol: string;
            timeframe: string;
            params: {
                [key: string]: unknown;
            };
            fromTs: number | null;
            toTs: number | null;
            sharpe: number | null;
            maxDrawdownPct: number | null;
            netPnlUsd: string | null;
            returnPct: number | null;
            roundtripCount: number | null;
            name: string | null;
            note: string | null;
            tags: string[];
            /** @description ISO 8601, UTC */
            createdAt: string;
        };
        ServiceDeploy: {
            deploy_id: string;
            /** @enum {string} */
            service: "data" | "risk" | "manager" | "executor";
            /**
             * @description swapping: the supervisor replaces the process.
             * @enum {string}
             */
            status: "pending" | "shadowing" | "swapping" | "completed" | "aborted" | "failed";
            from_image_tag: string | null;
            target_image_tag: string;
            waiting_for: string | null;
            error: string | null;
            requested_by: string;
            /** @description ISO 8601, UTC */
            started_at: string;
            finished_at: string | null;
        };
        ServiceDeployRequest: {
            /** @enum {string} */
            service: "data" | "risk" | "manager" | "executor";
            /** @description Required: string matching ^[a-zA-Z0-9][a-zA-Z0-9._-]{0,127}$ */
            target_image_tag?: unknown;
        };
        ServiceView: {
            /** @enum {string} */
            service: "data" | "risk" | "manager" | "bot" | "executor";
            /** @enum {string} */
            state: "up" | "degraded" | "down" | "unconfigured";
            version: string | null;
            release: string | null;
            degraded: string[];
            roundTripMs: number | null;
            checkedAt: string | null;
            since: string | null;
        };
        ServicesResponse: {
            items: components["schemas"]["ServiceView"][];
        };
        ShadowDivergence: {
            /** @description The bar. */
            open_time_ms: number;
            /** @description bar: the two saw different bars; decision: only one decided; else a field. */
            field: string;
            blue: {
                [key: string]: unknown;
            } | null;
            green: {
                [key: string]: unknown;
            } | null;
        };
        SilenceCreated: {
            id: string;
            /** @description ISO 8601, UTC */
            endsAt: string;
        };
        SilenceEnded: {
            id: string;
            /** @enum {string} */
            status: "ended";
        };
        SilenceRequest: {
            /** @description Of an alert that fires */
            fingerprint: string;
            /** @enum {string} */
            kind: "acknowledge" | "silence";
            minutes: number;
            reason?: string;
        };
        SilenceView: {
            id: string;
            alert: string | null;
            labels: {
                [key: string]: unknown;
            };
            createdBy: string;
            reason: string;
            /** @description ISO 8601, UTC */
            startsAt: string;
            /** @description ISO 8601, UTC */
            endsAt: string;
        };
        SilencesResponse: {
            items: components["schemas"]["SilenceView"][];
        };
        Sizing: {
            /** @enum {string} */
            mode: "vol_target" | "fixed";
            value: number;
        };
        SourceHealthView: {
            name: string;
            /** @enum {string} */
            status: "healthy" | "stale" | "quarantined" | "pending";
            lastSuccessAt: string | null;
            freshnessSeconds: number | null;
            cadenceSeconds: number;
            consecutiveFailures: number;
            lastError: string | null;
        };
        SourceHealthViewResponse: {
            items: components["schemas"]["SourceHealthView"][];
        };
        SourceUnquarantinedView: {
            /** @constant */
            status: "unquarantine_requested";
            name: string;
        };
        StrategiesResponse: {
            items: components["schemas"]["StrategyInfo"][];
        };
        StrategyInfo: {
            name: string;
            title: string;
            summary: string;
            /** @enum {string} */
            status: "validated" | "in_progress";
            validatedTimeframes: ("1m" | "5m" | "15m" | "30m" | "1h" | "2h" | "4h" | "6h" | "8h" | "12h" | "1d" | "1w")[];
            timeframes: ("1m" | "5m" | "15m" | "30m" | "1h" | "2h" | "4h" | "6h" | "8h" | "12h" | "1d" | "1w")[];
            schema: {
                [key: string]: unknown;
            };
            /** @description By time frame, with the default parameters; empty where those do not suffice */
            warmupBars: {
                [key: string]: number;
            };
            /** @description Series it cannot run without */
            datasets: string[];
        };
        TaskStatus: {
            name: string;
            /**
             * @description dead: its run does not end or does not come; the service is unhealthy
             * @enum {string}
             */
            state: "waiting" | "running" | "dead";
            period_ms: number | null;
            last_run_at: string | null;
            last_duration_ms: number | null;
            last_fault: string | null;
            last_fault_at: string | null;
        };
        TraceView: {
            traceId: string;
            /** @description Of bots, of risk and in the audit logs, oldest first */
            events: components["schemas"]["EventView"][];
            commands: components["schemas"]["CommandView"][];
            /** @description With their orders */
            intents: components["schemas"]["IntentView"][];
            /** @description That the commands led to */
            orders: components["schemas"]["OrderView"][];
            /** @description Of all those orders */
            fills: components["schemas"]["FillView"][];
        };
        TrialColumns: {
            axes: components["schemas"]["ExperimentAxis"][];
            /** @description The place of each trial on the grid; the last axis turns fastest */
            combinations: number[];
            figures: {
                sharpe: (number | null)[];
                totalReturn: (number | null)[];
                cagr: (number | null)[];
                maxDrawdownPct: (number | null)[];
                calmar: (number | null)[];
                trades: (number | null)[];
                winRate: (number | null)[];
                profitFactor: (number | null)[];
                exposure: (number | null)[];
                turnover: (number | null)[];
                dailySharpe: (number | null)[];
                days: (number | null)[];
                skewness: (number | null)[];
                kurtosis: (number | null)[];
            };
        };
        TrialFigures: {
            sharpe: number | null;
            totalReturn: number | null;
            cagr: number | null;
            maxDrawdownPct: number | null;
            calmar: number | null;
            trades: number | null;
            winRate: number | null;
            profitFactor: number | null;
            exposure: number | null;
            turnover: number | null;
            dailySharpe: number | null;
            days: number | null;
            skewness: number | null;
            kurtosis: number | null;
        };
        TriedSets: {
            added: number;
            /** @description Sets ever tried on this strategy, symbol and time frame */
            ever: number;
        };
        TriedSetsRequest: {
            strategy: string;
            /** @description Trading pair, e.g. BTCUSDT */
            symbol: string;
            /**
             * @description Candle time frame
             * @enum {string}
             */
            timeframe: "1m" | "5m" | "15m" | "30m" | "1h" | "2h" | "4h" | "6h" | "8h" | "12h" | "1d" | "1w";
            digests: string[];
        };
        UnhealthyBody: {
            /** @description One of the codes in docs/errors.md. */
            code: string;
            /** @description What is wrong, for a person; never contains a secret. */
            message: string;
            /** @description The parameter or body field to blame, path segments joined by a slash; null where none is. */
            field: string | null;
            /** @enum {unknown} */
            severity: "Warning" | "Error" | "Critical";
            /** @enum {unknown} */
            category: "Safety" | "Infra" | "Data" | "Control";
            trace_id: string;
            /** @enum {string} */
            status: "ok" | "degraded" | "fatal";
            service: string;
            version: string;
            /** @description Tag of the release that it runs */
            release: string;
            /** @description E.g. peer_down, ws_reconnect_storm, ws_subscriber_overload */
            degraded: string[];
            tasks?: components["schemas"]["TaskStatus"][];
            /** @description Risk service only: the halt latch, true also when unreadable */
            halted?: boolean;
        };
        WarmupNeed: {
            /** @description Bars up to and including the first that is decided on */
            warmupBars: number;
        };
    };
    responses: {
        /**
         * @description DATA_INVALID_REQUEST: A warm-up, kline or backfill request is invalid; field names it.
         *     MANAGER_INVALID_REQUEST: The request is invalid (400) or names a run, bot or deploy that does not exist (404); field names it.
         */
        "400.DATA_INVALID_REQUEST.MANAGER_INVALID_REQUEST": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"] & {
                    /** @enum {string} */
                    code: "DATA_INVALID_REQUEST" | "MANAGER_INVALID_REQUEST";
                };
            };
        };
        /**
         * @description EXECUTOR_INVALID_REQUEST: The input of an operator endpoint is missing or invalid; field names it.
         *     MANAGER_INVALID_REQUEST: The request is invalid (400) or names a run, bot or deploy that does not exist (404); field names it.
         *     RISK_REASON_REQUIRED: reason is absent or blank on flatten, resume or pause.
         *     RISK_REASON_TOO_LONG: reason is longer than 500 characters.
         */
        "400.EXECUTOR_INVALID_REQUEST.MANAGER_INVALID_REQUEST.RISK_REASON_REQUIRED.RISK_REASON_TOO_LONG": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"] & {
                    /** @enum {string} */
                    code: "EXECUTOR_INVALID_REQUEST" | "MANAGER_INVALID_REQUEST" | "RISK_REASON_REQUIRED" | "RISK_REASON_TOO_LONG";
                };
            };
        };
        /**
         * @description MANAGER_INVALID_CURSOR: The cursor was altered, belongs to another list or filter, or predates a token rotation.
         *     MANAGER_INVALID_REQUEST: The request is invalid (400) or names a run, bot or deploy that does not exist (404); field names it.
         */
        "400.MANAGER_INVALID_CURSOR.MANAGER_INVALID_REQUEST": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"] & {
                    /** @enum {string} */
                    code: "MANAGER_INVALID_CURSOR" | "MANAGER_INVALID_REQUEST";
                };
            };
        };
        /**
         * @description MANAGER_INVALID_IMAGE_TAG: image_tag or target_image_tag is not a tag: a letter or digit, then up to 127 of letters, digits, dot, underscore, dash.
         *     MANAGER_INVALID_REQUEST: The request is invalid (400) or names a run, bot or deploy that does not exist (404); field names it.
         */
        "400.MANAGER_INVALID_IMAGE_TAG.MANAGER_INVALID_REQUEST": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"] & {
                    /** @enum {string} */
                    code: "MANAGER_INVALID_IMAGE_TAG" | "MANAGER_INVALID_REQUEST";
                };
            };
        };
        /**
         * @description MANAGER_INVALID_IMAGE_TAG: image_tag or target_image_tag is not a tag: a letter or digit, then up to 127 of letters, digits, dot, underscore, dash.
         *     MANAGER_INVALID_REQUEST: The request is invalid (400) or names a run, bot or deploy that does not exist (404); field names it.
         *     MANAGER_INVALID_STRATEGY: The strategy is not in the registry, or its code throws or never returns.
         */
        "400.MANAGER_INVALID_IMAGE_TAG.MANAGER_INVALID_REQUEST.MANAGER_INVALID_STRATEGY": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"] & {
                    /** @enum {string} */
                    code: "MANAGER_INVALID_IMAGE_TAG" | "MANAGER_INVALID_REQUEST" | "MANAGER_INVALID_STRATEGY";
                };
            };
        };
        /** @description MANAGER_INVALID_REQUEST: The request is invalid (400) or names a run, bot or deploy that does not exist (404); field names it. */
        "400.MANAGER_INVALID_REQUEST": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"] & {
                    /** @enum {string} */
                    code: "MANAGER_INVALID_REQUEST";
                };
            };
        };
        /**
         * @description MANAGER_INVALID_REQUEST: The request is invalid (400) or names a run, bot or deploy that does not exist (404); field names it.
         *     MANAGER_INVALID_STRATEGY: The strategy is not in the registry, or its code throws or never returns.
         */
        "400.MANAGER_INVALID_REQUEST.MANAGER_INVALID_STRATEGY": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"] & {
                    /** @enum {string} */
                    code: "MANAGER_INVALID_REQUEST" | "MANAGER_INVALID_STRATEGY";
                };
            };
        };
        /**
         * @description MANAGER_INVALID_REQUEST: The request is invalid (400) or names a run, bot or deploy that does not exist (404); field names it.
         *     RISK_INVALID_BOT_ID: The bot id in the path is not a UUID v7.
         *     RISK_REASON_REQUIRED: reason is absent or blank on flatten, resume or pause.
         *     RISK_REASON_TOO_LONG: reason is longer than 500 characters.
         */
        "400.MANAGER_INVALID_REQUEST.RISK_INVALID_BOT_ID.RISK_REASON_REQUIRED.RISK_REASON_TOO_LONG": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"] & {
                    /** @enum {string} */
                    code: "MANAGER_INVALID_REQUEST" | "RISK_INVALID_BOT_ID" | "RISK_REASON_REQUIRED" | "RISK_REASON_TOO_LONG";
                };
            };
        };
        /**
         * @description MANAGER_INVALID_REQUEST: The request is invalid (400) or names a run, bot or deploy that does not exist (404); field names it.
         *     RISK_INVALID_REQUEST: The request is malformed, and no more specific code applies.
         *     RISK_REASON_REQUIRED: reason is absent or blank on flatten, resume or pause.
         *     RISK_REASON_TOO_LONG: reason is longer than 500 characters.
         */
        "400.MANAGER_INVALID_REQUEST.RISK_INVALID_REQUEST.RISK_REASON_REQUIRED.RISK_REASON_TOO_LONG": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"] & {
                    /** @enum {string} */
                    code: "MANAGER_INVALID_REQUEST" | "RISK_INVALID_REQUEST" | "RISK_REASON_REQUIRED" | "RISK_REASON_TOO_LONG";
                };
            };
        };
        /**
         * @description MANAGER_INVALID_REQUEST: The request is invalid (400) or names a run, bot or deploy that does not exist (404); field names it.
         *     RISK_INVALID_SCOPE: The flatten scope is not all, bot:<uuid>, symbol:<SYMBOL> or cluster:<id>.
         *     RISK_REASON_REQUIRED: reason is absent or blank on flatten, resume or pause.
         *     RISK_REASON_TOO_LONG: reason is longer than 500 characters.
         */
        "400.MANAGER_INVALID_REQUEST.RISK_INVALID_SCOPE.RISK_REASON_REQUIRED.RISK_REASON_TOO_LONG": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"] & {
                    /** @enum {string} */
                    code: "MANAGER_INVALID_REQUEST" | "RISK_INVALID_SCOPE" | "RISK_REASON_REQUIRED" | "RISK_REASON_TOO_LONG";
                };
            };
        };
        /**
         * @description MANAGER_INVALID_REQUEST: The request is invalid (400) or names a run, bot or deploy that does not exist (404); field names it.
         *     RISK_REASON_REQUIRED: reason is absent or blank on flatten, resume or pause.
         *     RISK_REASON_TOO_LONG: reason is longer than 500 characters.
         */
        "400.MANAGER_INVALID_REQUEST.RISK_REASON_REQUIRED.RISK_REASON_TOO_LONG": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"] & {
                    /** @enum {string} */
                    code: "MANAGER_INVALID_REQUEST" | "RISK_REASON_REQUIRED" | "RISK_REASON_TOO_LONG";
                };
            };
        };
        /** @description MANAGER_UNAUTHORIZED: The operator token is missing or wrong (401), or the manager was started without one (503). */
        "401.MANAGER_UNAUTHORIZED": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"] & {
                    /** @enum {string} */
                    code: "MANAGER_UNAUTHORIZED";
                };
            };
        };
        /** @description DATA_JOB_NOT_FOUND: No job has this id; finished jobs are kept only in memory, up to a limit. */
        "404.DATA_JOB_NOT_FOUND": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"] & {
                    /** @enum {string} */
                    code: "DATA_JOB_NOT_FOUND";
                };
            };
        };
        /** @description MANAGER_INVALID_REQUEST: The request is invalid (400) or names a run, bot or deploy that does not exist (404); field names it. */
        "404.MANAGER_INVALID_REQUEST": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"] & {
                    /** @enum {string} */
                    code: "MANAGER_INVALID_REQUEST";
                };
            };
        };
        /** @description RISK_BOT_NOT_FOUND: No bot has this id. */
        "404.RISK_BOT_NOT_FOUND": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"] & {
                    /** @enum {string} */
                    code: "RISK_BOT_NOT_FOUND";
                };
            };
        };
        /** @description DATA_BACKFILL_CONFLICT: A running job of the same source works on one of these symbols; existing_job_id names it. */
        "409.DATA_BACKFILL_CONFLICT": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"] & {
                    /** @enum {string} */
                    code: "DATA_BACKFILL_CONFLICT";
                };
            };
        };
        /** @description DATA_JOB_FINISHED: The job to cancel has already completed or failed. */
        "409.DATA_JOB_FINISHED": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"] & {
                    /** @enum {string} */
                    code: "DATA_JOB_FINISHED";
                };
            };
        };
        /** @description MANAGER_CONFLICT: The request conflicts with the current state: a bot of that name, allocations beyond the wallet, a different leverage on the symbol, an open position, a deploy in progress, too many waiting backtests. */
        "409.MANAGER_CONFLICT": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"] & {
                    /** @enum {string} */
                    code: "MANAGER_CONFLICT";
                };
            };
        };
        /**
         * @description MANAGER_CONFLICT: The request conflicts with the current state: a bot of that name, allocations beyond the wallet, a different leverage on the symbol, an open position, a deploy in progress, too many waiting backtests.
         *     MANAGER_INVALID_STATE_TRANSITION: The lifecycle action is not allowed in the current state, or desired_state was set directly.
         */
        "409.MANAGER_CONFLICT.MANAGER_INVALID_STATE_TRANSITION": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"] & {
                    /** @enum {string} */
                    code: "MANAGER_CONFLICT" | "MANAGER_INVALID_STATE_TRANSITION";
                };
            };
        };
        /** @description MANAGER_INVALID_STATE_TRANSITION: The lifecycle action is not allowed in the current state, or desired_state was set directly. */
        "409.MANAGER_INVALID_STATE_TRANSITION": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"] & {
                    /** @enum {string} */
                    code: "MANAGER_INVALID_STATE_TRANSITION";
                };
            };
        };
        /** @description MANAGER_BODY_TOO_LARGE: The request body is larger than its route accepts: 1 MiB for bots and backtests, 64 KiB elsewhere. */
        "413.MANAGER_BODY_TOO_LARGE": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"] & {
                    /** @enum {string} */
                    code: "MANAGER_BODY_TOO_LARGE";
                };
            };
        };
        /** @description SHARED_UNSUPPORTED_MEDIA_TYPE: The body is not sent as application/json. */
        "415.SHARED_UNSUPPORTED_MEDIA_TYPE": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"] & {
                    /** @enum {string} */
                    code: "SHARED_UNSUPPORTED_MEDIA_TYPE";
                };
            };
        };
        /** @description DATA_BACKFILL_BUSY: The maximum number of backfill jobs is already running. */
        "429.DATA_BACKFILL_BUSY": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"] & {
                    /** @enum {string} */
                    code: "DATA_BACKFILL_BUSY";
                };
            };
        };
        /**
         * @description MANAGER_BACKTEST_FAILED: A backtest could not be completed; the command exits with failure.
         *     MANAGER_DB_TRANSIENT: A database query failed for a transient reason.
         *     MANAGER_INTERNAL_ERROR: An invariant inside the manager did not hold.
         */
        "500.MANAGER_BACKTEST_FAILED.MANAGER_DB_TRANSIENT.MANAGER_INTERNAL_ERROR": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"] & {
                    /** @enum {string} */
                    code: "MANAGER_BACKTEST_FAILED" | "MANAGER_DB_TRANSIENT" | "MANAGER_INTERNAL_ERROR";
                };
            };
        };
        /**
         * @description MANAGER_DB_TRANSIENT: A database query failed for a transient reason.
         *     MANAGER_DEPLOY_INITIATION_FAILED: A green/blue deploy could not be started.
         *     MANAGER_INTERNAL_ERROR: An invariant inside the manager did not hold.
         */
        "500.MANAGER_DB_TRANSIENT.MANAGER_DEPLOY_INITIATION_FAILED.MANAGER_INTERNAL_ERROR": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"] & {
                    /** @enum {string} */
                    code: "MANAGER_DB_TRANSIENT" | "MANAGER_DEPLOY_INITIATION_FAILED" | "MANAGER_INTERNAL_ERROR";
                };
            };
        };
        /**
         * @description MANAGER_DB_TRANSIENT: A database query failed for a transient reason.
         *     MANAGER_EXPERIMENT_FAILED: An experiment could not be prepared, run or judged, or a worker sent results that do not belong to it.
         *     MANAGER_INTERNAL_ERROR: An invariant inside the manager did not hold.
         */
        "500.MANAGER_DB_TRANSIENT.MANAGER_EXPERIMENT_FAILED.MANAGER_INTERNAL_ERROR": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"] & {
                    /** @enum {string} */
                    code: "MANAGER_DB_TRANSIENT" | "MANAGER_EXPERIMENT_FAILED" | "MANAGER_INTERNAL_ERROR";
                };
            };
        };
        /**
         * @description MANAGER_DB_TRANSIENT: A database query failed for a transient reason.
         *     MANAGER_INTERNAL_ERROR: An invariant inside the manager did not hold.
         */
        "500.MANAGER_DB_TRANSIENT.MANAGER_INTERNAL_ERROR": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"] & {
                    /** @enum {string} */
                    code: "MANAGER_DB_TRANSIENT" | "MANAGER_INTERNAL_ERROR";
                };
            };
        };
        /** @description MANAGER_INTERNAL_ERROR: An invariant inside the manager did not hold. */
        "500.MANAGER_INTERNAL_ERROR": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"] & {
                    /** @enum {string} */
                    code: "MANAGER_INTERNAL_ERROR";
                };
            };
        };
        /** @description MANAGER_LOGS_UNAVAILABLE: The manager does not know where logs are kept, or cannot read them there. */
        "503.MANAGER_LOGS_UNAVAILABLE": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"] & {
                    /** @enum {string} */
                    code: "MANAGER_LOGS_UNAVAILABLE";
                };
            };
        };
        /**
         * @description MANAGER_PUSH_UNSENT: Web push is not set up (503), or a browser’s push service does not accept messages; they are resent while the alert fires.
         *     MANAGER_UNAUTHORIZED: The operator token is missing or wrong (401), or the manager was started without one (503).
         */
        "503.MANAGER_PUSH_UNSENT.MANAGER_UNAUTHORIZED": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"] & {
                    /** @enum {string} */
                    code: "MANAGER_PUSH_UNSENT" | "MANAGER_UNAUTHORIZED";
                };
            };
        };
        /** @description MANAGER_UNAUTHORIZED: The operator token is missing or wrong (401), or the manager was started without one (503). */
        "503.MANAGER_UNAUTHORIZED": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"] & {
                    /** @enum {string} */
                    code: "MANAGER_UNAUTHORIZED";
                };
            };
        };
        /**
         * @description MANAGER_UNAUTHORIZED: The operator token is missing or wrong (401), or the manager was started without one (503).
         *     MANAGER_UPSTREAM_UNAVAILABLE: The service behind this route is not configured or does not answer.
         */
        "503.MANAGER_UNAUTHORIZED.MANAGER_UPSTREAM_UNAVAILABLE": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"] & {
                    /** @enum {string} */
                    code: "MANAGER_UNAUTHORIZED" | "MANAGER_UPSTREAM_UNAVAILABLE";
                };
            };
        };
        /** @description MANAGER_UPSTREAM_UNAVAILABLE: The service behind this route is not configured or does not answer. */
        "503.MANAGER_UPSTREAM_UNAVAILABLE": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"] & {
                    /** @enum {string} */
                    code: "MANAGER_UPSTREAM_UNAVAILABLE";
                };
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type AccountView = components['schemas']['AccountView'];
export type Allocation = components['schemas']['Allocation'];
export type AuditRecord = components['schemas']['AuditRecord'];
export type BackfillCancelledView = components['schemas']['BackfillCancelledView'];
export type BackfillJobView = components['schemas']['BackfillJobView'];
export type BackfillJobsViewResponse = components['schemas']['BackfillJobsViewResponse'];
export type BackfillRequest = components['schemas']['BackfillRequest'];
export type BacktestRequest = components['schemas']['BacktestRequest'];
export type BffAcceptPositionRequest = components['schemas']['BffAcceptPositionRequest'];
export type BffAcceptPositionResponse = components['schemas']['BffAcceptPositionResponse'];
export type BffCloseResponse = components['schemas']['BffCloseResponse'];
export type BffDrillResponse = components['schemas']['BffDrillResponse'];
export type BffFlattenResponse = components['schemas']['BffFlattenResponse'];
export type BffLimitResponse = components['schemas']['BffLimitResponse'];
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
export type ChartResponse = components['schemas']['ChartResponse'];
export type CommandView = components['schemas']['CommandView'];
export type DataInventoryResponse = components['schemas']['DataInventoryResponse'];
export type DataStatusResponse = components['schemas']['DataStatusResponse'];
export type Deploy = components['schemas']['Deploy'];
export type DeployBar = components['schemas']['DeployBar'];
export type DeployBarsResponse = components['schemas']['DeployBarsResponse'];
export type DeployStatusResponse = components['schemas']['DeployStatusResponse'];
export type DrawingView = components['schemas']['DrawingView'];
export type EquityPoint = components['schemas']['EquityPoint'];
export type ErrorBody = components['schemas']['ErrorBody'];
export type EventView = components['schemas']['EventView'];
export type ExchangePingResponse = components['schemas']['ExchangePingResponse'];
export type ExecutionView = components['schemas']['ExecutionView'];
export type ExperimentAxis = components['schemas']['ExperimentAxis'];
export type ExperimentDetail = components['schemas']['ExperimentDetail'];
export type ExperimentRequest = components['schemas']['ExperimentRequest'];
export type ExperimentResult = components['schemas']['ExperimentResult'];
export type ExperimentSummary = components['schemas']['ExperimentSummary'];
export type ExperimentTrial = components['schemas']['ExperimentTrial'];
export type FillView = components['schemas']['FillView'];
export type FiringAlert = components['schemas']['FiringAlert'];
export type FiringAlertsResponse = components['schemas']['FiringAlertsResponse'];
export type FundingView = components['schemas']['FundingView'];
export type HaltResponse = components['schemas']['HaltResponse'];
export type HealthResponse = components['schemas']['HealthResponse'];
export type IntentView = components['schemas']['IntentView'];
export type KlinesView = components['schemas']['KlinesView'];
export type LogLine = components['schemas']['LogLine'];
export type LogsResponse = components['schemas']['LogsResponse'];
export type MetricsSummary = components['schemas']['MetricsSummary'];
export type NotReadyBody = components['schemas']['NotReadyBody'];
export type NotificationTestRequest = components['schemas']['NotificationTestRequest'];
export type NotificationTestResponse = components['schemas']['NotificationTestResponse'];
export type OrderView = components['schemas']['OrderView'];
export type OverlayDecisionView = components['schemas']['OverlayDecisionView'];
export type OverlayInfo = components['schemas']['OverlayInfo'];
export type OverlaySetting = components['schemas']['OverlaySetting'];
export type OverlaySummaryResponse = components['schemas']['OverlaySummaryResponse'];
export type OverlaysResponse = components['schemas']['OverlaysResponse'];
export type ParityAcknowledged = components['schemas']['ParityAcknowledged'];
export type PerformanceResponse = components['schemas']['PerformanceResponse'];
export type PerformanceStats = components['schemas']['PerformanceStats'];
export type PortfolioResponse = components['schemas']['PortfolioResponse'];
export type PositionView = components['schemas']['PositionView'];
export type PromoteRequest = components['schemas']['PromoteRequest'];
export type PushRemoved = components['schemas']['PushRemoved'];
export type PushResponse = components['schemas']['PushResponse'];
export type PushSubscribeRequest = components['schemas']['PushSubscribeRequest'];
export type PushSubscribed = components['schemas']['PushSubscribed'];
export type PushSubscriptionView = components['schemas']['PushSubscriptionView'];
export type PushTested = components['schemas']['PushTested'];
export type QuarantineCleared = components['schemas']['QuarantineCleared'];
export type ReadinessCheck = components['schemas']['ReadinessCheck'];
export type ReadyResponse = components['schemas']['ReadyResponse'];
export type ReceiversResponse = components['schemas']['ReceiversResponse'];
export type Release = components['schemas']['Release'];
export type ReleaseList = components['schemas']['ReleaseList'];
export type ReleaseRemoved = components['schemas']['ReleaseRemoved'];
export type RiskAuditView = components['schemas']['RiskAuditView'];
export type RiskView = components['schemas']['RiskView'];
export type Roundtrip = components['schemas']['Roundtrip'];
export type RunAccepted = components['schemas']['RunAccepted'];
export type RunCoverage = components['schemas']['RunCoverage'];
export type RunCreateRequest = components['schemas']['RunCreateRequest'];
export type RunCurve = components['schemas']['RunCurve'];
export type RunDeleted = components['schemas']['RunDeleted'];
export type RunDetail = components['schemas']['RunDetail'];
export type RunLabelRequest = components['schemas']['RunLabelRequest'];
export type RunSummary = components['schemas']['RunSummary'];
export type ServiceDeploy = components['schemas']['ServiceDeploy'];
export type ServiceDeployRequest = components['schemas']['ServiceDeployRequest'];
export type ServiceView = components['schemas']['ServiceView'];
export type ServicesResponse = components['schemas']['ServicesResponse'];
export type ShadowDivergence = components['schemas']['ShadowDivergence'];
export type SilenceCreated = components['schemas']['SilenceCreated'];
export type SilenceEnded = components['schemas']['SilenceEnded'];
export type SilenceRequest = components['schemas']['SilenceRequest'];
export type SilenceView = components['schemas']['SilenceView'];
export type SilencesResponse = components['schemas']['SilencesResponse'];
export type Sizing = components['schemas']['Sizing'];
export type SourceHealthView = components['schemas']['SourceHealthView'];
export type SourceHealthViewResponse = components['schemas']['SourceHealthViewResponse'];
export type SourceUnquarantinedView = components['schemas']['SourceUnquarantinedView'];
export type StrategiesResponse = components['schemas']['StrategiesResponse'];
export type StrategyInfo = components['schemas']['StrategyInfo'];
export type TaskStatus = components['schemas']['TaskStatus'];
export type TraceView = components['schemas']['TraceView'];
export type TrialColumns = components['schemas']['TrialColumns'];
export type TrialFigures = components['schemas']['TrialFigures'];
export type TriedSets = components['schemas']['TriedSets'];
export type TriedSetsRequest = components['schemas']['TriedSetsRequest'];
export type UnhealthyBody = components['schemas']['UnhealthyBody'];
export type WarmupNeed = components['schemas']['WarmupNeed'];
export type Response400DataInvalidRequestManagerInvalidRequest = components['responses']['400.DATA_INVALID_REQUEST.MANAGER_INVALID_REQUEST'];
export type Response400ExecutorInvalidRequestManagerInvalidRequestRiskReasonRequiredRiskReasonTooLong = components['responses']['400.EXECUTOR_INVALID_REQUEST.MANAGER_INVALID_REQUEST.RISK_REASON_REQUIRED.RISK_REASON_TOO_LONG'];
export type Response400ManagerInvalidCursorManagerInvalidRequest = components['responses']['400.MANAGER_INVALID_CURSOR.MANAGER_INVALID_REQUEST'];
export type Response400ManagerInvalidImageTagManagerInvalidRequest = components['responses']['400.MANAGER_INVALID_IMAGE_TAG.MANAGER_INVALID_REQUEST'];
export type Response400ManagerInvalidImageTagManagerInvalidRequestManagerInvalidStrategy = components['responses']['400.MANAGER_INVALID_IMAGE_TAG.MANAGER_INVALID_REQUEST.MANAGER_INVALID_STRATEGY'];
export type Response400ManagerInvalidRequest = components['responses']['400.MANAGER_INVALID_REQUEST'];
export type Response400ManagerInvalidRequestManagerInvalidStrategy = components['responses']['400.MANAGER_INVALID_REQUEST.MANAGER_INVALID_STRATEGY'];
export type Response400ManagerInvalidRequestRiskInvalidBotIdRiskReasonRequiredRiskReasonTooLong = components['responses']['400.MANAGER_INVALID_REQUEST.RISK_INVALID_BOT_ID.RISK_REASON_REQUIRED.RISK_REASON_TOO_LONG'];
export type Response400ManagerInvalidRequestRiskInvalidRequestRiskReasonRequiredRiskReasonTooLong = components['responses']['400.MANAGER_INVALID_REQUEST.RISK_INVALID_REQUEST.RISK_REASON_REQUIRED.RISK_REASON_TOO_LONG'];
export type Response400ManagerInvalidRequestRiskInvalidScopeRiskReasonRequiredRiskReasonTooLong = components['responses']['400.MANAGER_INVALID_REQUEST.RISK_INVALID_SCOPE.RISK_REASON_REQUIRED.RISK_REASON_TOO_LONG'];
export type Response400ManagerInvalidRequestRiskReasonRequiredRiskReasonTooLong = components['responses']['400.MANAGER_INVALID_REQUEST.RISK_REASON_REQUIRED.RISK_REASON_TOO_LONG'];
export type Response401ManagerUnauthorized = components['responses']['401.MANAGER_UNAUTHORIZED'];
export type Response404DataJobNotFound = components['responses']['404.DATA_JOB_NOT_FOUND'];
export type Response404ManagerInvalidRequest = components['responses']['404.MANAGER_INVALID_REQUEST'];
export type Response404RiskBotNotFound = components['responses']['404.RISK_BOT_NOT_FOUND'];
export type Response409DataBackfillConflict = components['responses']['409.DATA_BACKFILL_CONFLICT'];
export type Response409DataJobFinished = components['responses']['409.DATA_JOB_FINISHED'];
export type Response409ManagerConflict = components['responses']['409.MANAGER_CONFLICT'];
export type Response409ManagerConflictManagerInvalidStateTransition = components['responses']['409.MANAGER_CONFLICT.MANAGER_INVALID_STATE_TRANSITION'];
export type Response409ManagerInvalidStateTransition = components['responses']['409.MANAGER_INVALID_STATE_TRANSITION'];
export type Response413ManagerBodyTooLarge = components['responses']['413.MANAGER_BODY_TOO_LARGE'];
export type Response415SharedUnsupportedMediaType = components['responses']['415.SHARED_UNSUPPORTED_MEDIA_TYPE'];
export type Response429DataBackfillBusy = components['responses']['429.DATA_BACKFILL_BUSY'];
export type Response500ManagerBacktestFailedManagerDbTransientManagerInternalError = components['responses']['500.MANAGER_BACKTEST_FAILED.MANAGER_DB_TRANSIENT.MANAGER_INTERNAL_ERROR'];
export type Response500ManagerDbTransientManagerDeployInitiationFailedManagerInternalError = components['responses']['500.MANAGER_DB_TRANSIENT.MANAGER_DEPLOY_INITIATION_FAILED.MANAGER_INTERNAL_ERROR'];
export type Response500ManagerDbTransientManagerExperimentFailedManagerInternalError = components['responses']['500.MANAGER_DB_TRANSIENT.MANAGER_EXPERIMENT_FAILED.MANAGER_INTERNAL_ERROR'];
export type Response500ManagerDbTransientManagerInternalError = components['responses']['500.MANAGER_DB_TRANSIENT.MANAGER_INTERNAL_ERROR'];
export type Response500ManagerInternalError = components['responses']['500.MANAGER_INTERNAL_ERROR'];
export type Response503ManagerLogsUnavailable = components['responses']['503.MANAGER_LOGS_UNAVAILABLE'];
export type Response503ManagerPushUnsentManagerUnauthorized = components['responses']['503.MANAGER_PUSH_UNSENT.MANAGER_UNAUTHORIZED'];
export type Response503ManagerUnauthorized = components['responses']['503.MANAGER_UNAUTHORIZED'];
export type Response503ManagerUnauthorizedManagerUpstreamUnavailable = components['responses']['503.MANAGER_UNAUTHORIZED.MANAGER_UPSTREAM_UNAVAILABLE'];
export type Response503ManagerUpstreamUnavailable = components['responses']['503.MANAGER_UPSTREAM_UNAVAILABLE'];
export type $defs = Record<string, never>;
export interface operations {
    healthz: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HealthResponse"];
                };
            };
            500: components["responses"]["500.MANAGER_INTERNAL_ERROR"];
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnhealthyBody"];
                };
            };
        };
    };
    readyz: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReadyResponse"];
                };
            };
            500: components["responses"]["500.MANAGER_INTERNAL_ERROR"];
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotReadyBody"];
                };
            };
        };
    };
    metrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            500: components["responses"]["500.MANAGER_INTERNAL_ERROR"];
        };
    };
    config: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            500: components["responses"]["500.MANAGER_INTERNAL_ERROR"];
        };
    };
    listBots: {
        parameters: {
            query?: {
                /** @description next_cursor of the page before */
                cursor?: string;
                page_size?: number;
                status?: "stopped" | "starting" | "warming" | "live" | "degraded" | "paused" | "draining" | "failed" | "quarantined";
                desired_state?: "stopped" | "running" | "paused";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["BotConfig"][];
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["400.MANAGER_INVALID_CURSOR.MANAGER_INVALID_REQUEST"];
            500: components["responses"]["500.MANAGER_DB_TRANSIENT.MANAGER_INTERNAL_ERROR"];
        };
    };
    createBot: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BotCreateRequest"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BotConfig"];
                };
            };
            400: components["responses"]["400.MANAGER_INVALID_IMAGE_TAG.MANAGER_INVALID_REQUEST.MANAGER_INVALID_STRATEGY"];
            401: components["responses"]["401.MANAGER_UNAUTHORIZED"];
            409: components["responses"]["409.MANAGER_CONFLICT.MANAGER_INVALID_STATE_TRANSITION"];
            413: components["responses"]["413.MANAGER_BODY_TOO_LARGE"];
            415: components["responses"]["415.SHARED_UNSUPPORTED_MEDIA_TYPE"];
            500: components["responses"]["500.MANAGER_DB_TRANSIENT.MANAGER_INTERNAL_ERROR"];
            503: components["responses"]["503.MANAGER_UNAUTHORIZED"];
        };
    };
    getBot: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BotConfig"];
                };
            };
            400: components["responses"]["400.MANAGER_INVALID_REQUEST"];
            404: components["responses"]["404.MANAGER_INVALID_REQUEST"];
            500: components["responses"]["500.MANAGER_DB_TRANSIENT.MANAGER_INTERNAL_ERROR"];
        };
    };
    updateBot: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BotUpdateRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BotConfig"];
                };
            };
            400: components["responses"]["400.MANAGER_INVALID_IMAGE_TAG.MANAGER_INVALID_REQUEST.MANAGER_INVALID_STRATEGY"];
            401: components["responses"]["401.MANAGER_UNAUTHORIZED"];
            404: components["responses"]["404.MANAGER_INVALID_REQUEST"];
            409: components["responses"]["409.MANAGER_CONFLICT.MANAGER_INVALID_STATE_TRANSITION"];
            413: components["responses"]["413.MANAGER_BODY_TOO_LARGE"];
            415: components["responses"]["415.SHARED_UNSUPPORTED_MEDIA_TYPE"];
            500: components["responses"]["500.MANAGER_DB_TRANSIENT.MANAGER_INTERNAL_ERROR"];
            503: components["responses"]["503.MANAGER_UNAUTHORIZED"];
        };
    };
    deleteBot: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BotDeleted"];
                };
            };
            400: components["responses"]["400.MANAGER_INVALID_REQUEST"];
            401: components["responses"]["401.MANAGER_UNAUTHORIZED"];
            404: components["responses"]["404.MANAGER_INVALID_REQUEST"];
            409: components["responses"]["409.MANAGER_CONFLICT.MANAGER_INVALID_STATE_TRANSITION"];
            413: components["responses"]["413.MANAGER_BODY_TOO_LARGE"];
            415: components["responses"]["415.SHARED_UNSUPPORTED_MEDIA_TYPE"];
            500: components["responses"]["500.MANAGER_DB_TRANSIENT.MANAGER_INTERNAL_ERROR"];
            503: components["responses"]["503.MANAGER_UNAUTHORIZED"];
        };
    };
    patchBot: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BotUpdateRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BotConfig"];
                };
            };
            400: components["responses"]["400.MANAGER_INVALID_IMAGE_TAG.MANAGER_INVALID_REQUEST.MANAGER_INVALID_STRATEGY"];
            401: components["responses"]["401.MANAGER_UNAUTHORIZED"];
            404: components["responses"]["404.MANAGER_INVALID_REQUEST"];
            409: components["responses"]["409.MANAGER_CONFLICT.MANAGER_INVALID_STATE_TRANSITION"];
            413: components["responses"]["413.MANAGER_BODY_TOO_LARGE"];
            415: components["responses"]["415.SHARED_UNSUPPORTED_MEDIA_TYPE"];
            500: components["responses"]["500.MANAGER_DB_TRANSIENT.MANAGER_INTERNAL_ERROR"];
            503: components["responses"]["503.MANAGER_UNAUTHORIZED"];
        };
    };
    start: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BotConfig"];
                };
            };
            400: components["responses"]["400.MANAGER_INVALID_REQUEST"];
            401: components["responses"]["401.MANAGER_UNAUTHORIZED"];
            404: components["responses"]["404.MANAGER_INVALID_REQUEST"];
            409: components["responses"]["409.MANAGER_CONFLICT.MANAGER_INVALID_STATE_TRANSITION"];
            413: components["responses"]["413.MANAGER_BODY_TOO_LARGE"];
            415: components["responses"]["415.SHARED_UNSUPPORTED_MEDIA_TYPE"];
            500: components["responses"]["500.MANAGER_DB_TRANSIENT.MANAGER_INTERNAL_ERROR"];
            503: components["responses"]["503.MANAGER_UNAUTHORIZED"];
        };
    };
    pause: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BotConfig"];
                };
            };
            400: components["responses"]["400.MANAGER_INVALID_REQUEST"];
            401: components["responses"]["401.MANAGER_UNAUTHORIZED"];
            404: components["responses"]["404.MANAGER_INVALID_REQUEST"];
            409: components["responses"]["409.MANAGER_INVALID_STATE_TRANSITION"];
            413: components["responses"]["413.MANAGER_BODY_TOO_LARGE"];
            415: components["responses"]["415.SHARED_UNSUPPORTED_MEDIA_TYPE"];
            500: components["responses"]["500.MANAGER_DB_TRANSIENT.MANAGER_INTERNAL_ERROR"];
            503: components["responses"]["503.MANAGER_UNAUTHORIZED"];
        };
    };
    resume: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BotConfig"];
                };
            };
            400: components["responses"]["400.MANAGER_INVALID_REQUEST"];
            401: components["responses"]["401.MANAGER_UNAUTHORIZED"];
            404: components["responses"]["404.MANAGER_INVALID_REQUEST"];
            409: components["responses"]["409.MANAGER_INVALID_STATE_TRANSITION"];
            413: components["responses"]["413.MANAGER_BODY_TOO_LARGE"];
            415: components["responses"]["415.SHARED_UNSUPPORTED_MEDIA_TYPE"];
            500: components["responses"]["500.MANAGER_DB_TRANSIENT.MANAGER_INTERNAL_ERROR"];
            503: components["responses"]["503.MANAGER_UNAUTHORIZED"];
        };
    };
    stop: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BotConfig"];
                };
            };
            400: components["responses"]["400.MANAGER_INVALID_REQUEST"];
            401: components["responses"]["401.MANAGER_UNAUTHORIZED"];
            404: components["responses"]["404.MANAGER_INVALID_REQUEST"];
            409: components["responses"]["409.MANAGER_INVALID_STATE_TRANSITION"];
            413: components["responses"]["413.MANAGER_BODY_TOO_LARGE"];
            415: components["responses"]["415.SHARED_UNSUPPORTED_MEDIA_TYPE"];
            500: components["responses"]["500.MANAGER_DB_TRANSIENT.MANAGER_INTERNAL_ERROR"];
            503: components["responses"]["503.MANAGER_UNAUTHORIZED"];
        };
    };
    clearQuarantine: {
        parameters: {
            query: {
                /** @description YES- and the current epoch seconds */
                confirm: string;
            };
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuarantineCleared"];
                };
            };
            400: components["responses"]["400.MANAGER_INVALID_REQUEST"];
            401: components["responses"]["401.MANAGER_UNAUTHORIZED"];
            404: components["responses"]["404.MANAGER_INVALID_REQUEST"];
            409: components["responses"]["409.MANAGER_INVALID_STATE_TRANSITION"];
            413: components["responses"]["413.MANAGER_BODY_TOO_LARGE"];
            415: components["responses"]["415.SHARED_UNSUPPORTED_MEDIA_TYPE"];
            500: components["responses"]["500.MANAGER_DB_TRANSIENT.MANAGER_INTERNAL_ERROR"];
            503: components["responses"]["503.MANAGER_UNAUTHORIZED"];
        };
    };
    botAudit: {
        parameters: {
            query?: {
                /** @description next_cursor of the page before */
                cursor?: string;
                page_size?: number;
            };
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["AuditRecord"][];
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["400.MANAGER_INVALID_CURSOR.MANAGER_INVALID_REQUEST"];
            404: components["responses"]["404.MANAGER_INVALID_REQUEST"];
            500: components["responses"]["500.MANAGER_DB_TRANSIENT.MANAGER_INTERNAL_ERROR"];
        };
    };
    promote: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PromoteRequest"] | null;
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deploy"];
                };
            };
            400: components["responses"]["400.MANAGER_INVALID_IMAGE_TAG.MANAGER_INVALID_REQUEST.MANAGER_INVALID_STRATEGY"];
            401: components["responses"]["401.MANAGER_UNAUTHORIZED"];
            404: components["responses"]["404.MANAGER_INVALID_REQUEST"];
            409: components["responses"]["409.MANAGER_CONFLICT.MANAGER_INVALID_STATE_TRANSITION"];
            413: components["responses"]["413.MANAGER_BODY_TOO_LARGE"];
            415: components["responses"]["415.SHARED_UNSUPPORTED_MEDIA_TYPE"];
            500: components["responses"]["500.MANAGER_DB_TRANSIENT.MANAGER_DEPLOY_INITIATION_FAILED.MANAGER_INTERNAL_ERROR"];
            503: components["responses"]["503.MANAGER_UNAUTHORIZED"];
        };
    };
    startDeploy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PromoteRequest"] | null;
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deploy"];
                };
            };
            400: components["responses"]["400.MANAGER_INVALID_IMAGE_TAG.MANAGER_INVALID_REQUEST.MANAGER_INVALID_STRATEGY"];
            401: components["responses"]["401.MANAGER_UNAUTHORIZED"];
            404: components["responses"]["404.MANAGER_INVALID_REQUEST"];
            409: components["responses"]["409.MANAGER_CONFLICT.MANAGER_INVALID_STATE_TRANSITION"];
            413: components["responses"]["413.MANAGER_BODY_TOO_LARGE"];
            415: components["responses"]["415.SHARED_UNSUPPORTED_MEDIA_TYPE"];
            500: components["responses"]["500.MANAGER_DB_TRANSIENT.MANAGER_DEPLOY_INITIATION_FAILED.MANAGER_INTERNAL_ERROR"];
            503: components["responses"]["503.MANAGER_UNAUTHORIZED"];
        };
    };
    abortDeploy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deploy"];
                };
            };
            400: components["responses"]["400.MANAGER_INVALID_REQUEST"];
            401: components["responses"]["401.MANAGER_UNAUTHORIZED"];
            404: components["responses"]["404.MANAGER_INVALID_REQUEST"];
            409: components["responses"]["409.MANAGER_INVALID_STATE_TRANSITION"];
            413: components["responses"]["413.MANAGER_BODY_TOO_LARGE"];
            415: components["responses"]["415.SHARED_UNSUPPORTED_MEDIA_TYPE"];
            500: components["responses"]["500.MANAGER_DB_TRANSIENT.MANAGER_INTERNAL_ERROR"];
            503: components["responses"]["503.MANAGER_UNAUTHORIZED"];
        };
    };
    deployStatus: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeployStatusResponse"];
                };
            };
            400: components["responses"]["400.MANAGER_INVALID_REQUEST"];
            404: components["responses"]["404.MANAGER_INVALID_REQUEST"];
            500: components["responses"]["500.MANAGER_DB_TRANSIENT.MANAGER_INTERNAL_ERROR"];
        };
    };
    deployBars: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeployBarsResponse"];
                };
            };
            400: components["responses"]["400.MANAGER_INVALID_REQUEST"];
            404: components["responses"]["404.MANAGER_INVALID_REQUEST"];
            500: components["responses"]["500.MANAGER_DB_TRANSIENT.MANAGER_INTERNAL_ERROR"];
        };
    };
    deployHistory: {
        parameters: {
            query?: {
                /** @description next_cursor of the page before */
                cursor?: string;
                page_size?: number;
            };
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Deploy"][];
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["400.MANAGER_INVALID_CURSOR.MANAGER_INVALID_REQUEST"];
            404: components["responses"]["404.MANAGER_INVALID_REQUEST"];
            500: components["responses"]["500.MANAGER_DB_TRANSIENT.MANAGER_INTERNAL_ERROR"];
        };
    };
    listReleases: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReleaseList"];
                };
            };
            500: components["responses"]["500.MANAGER_DB_TRANSIENT.MANAGER_INTERNAL_ERROR"];
        };
    };
    getRelease: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tag: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Release"];
                };
            };
            400: components["responses"]["400.MANAGER_INVALID_REQUEST"];
            404: components["responses"]["404.MANAGER_INVALID_REQUEST"];
            500: components["responses"]["500.MANAGER_DB_TRANSIENT.MANAGER_INTERNAL_ERROR"];
        };
    };
    removeRelease: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tag: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReleaseRemoved"];
                };
            };
            400: components["responses"]["400.MANAGER_INVALID_REQUEST"];
            401: components["responses"]["401.MANAGER_UNAUTHORIZED"];
            404: components["responses"]["404.MANAGER_INVALID_REQUEST"];
            409: components["responses"]["409.MANAGER_CONFLICT"];
            413: components["responses"]["413.MANAGER_BODY_TOO_LARGE"];
            415: components["responses"]["415.SHARED_UNSUPPORTED_MEDIA_TYPE"];
            500: components["responses"]["500.MANAGER_DB_TRANSIENT.MANAGER_INTERNAL_ERROR"];
            503: components["responses"]["503.MANAGER_UNAUTHORIZED"];
        };
    };
    serviceDeployHistory: {
        parameters: {
            query?: {
                /** @description next_cursor of the page before */
                cursor?: string;
                page_size?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["ServiceDeploy"][];
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["400.MANAGER_INVALID_CURSOR.MANAGER_INVALID_REQUEST"];
            500: components["responses"]["500.MANAGER_DB_TRANSIENT.MANAGER_INTERNAL_ERROR"];
        };
    };
    startServiceDeploy: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ServiceDeployRequest"];
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceDeploy"];
                };
            };
            400: components["responses"]["400.MANAGER_INVALID_IMAGE_TAG.MANAGER_INVALID_REQUEST"];
            401: components["responses"]["401.MANAGER_UNAUTHORIZED"];
            409: components["responses"]["409.MANAGER_CONFLICT"];
            413: components["responses"]["413.MANAGER_BODY_TOO_LARGE"];
            415: components["responses"]["415.SHARED_UNSUPPORTED_MEDIA_TYPE"];
            500: components["responses"]["500.MANAGER_DB_TRANSIENT.MANAGER_DEPLOY_INITIATION_FAILED.MANAGER_INTERNAL_ERROR"];
            503: components["responses"]["503.MANAGER_UNAUTHORIZED"];
        };
    };
    abortServiceDeploy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                deploy_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceDeploy"];
                };
            };
            400: components["responses"]["400.MANAGER_INVALID_REQUEST"];
            401: components["responses"]["401.MANAGER_UNAUTHORIZED"];
            404: components["responses"]["404.MANAGER_INVALID_REQUEST"];
            409: components["responses"]["409.MANAGER_INVALID_STATE_TRANSITION"];
            413: components["responses"]["413.MANAGER_BODY_TOO_LARGE"];
            415: components["responses"]["415.SHARED_UNSUPPORTED_MEDIA_TYPE"];
            500: components["responses"]["500.MANAGER_DB_TRANSIENT.MANAGER_INTERNAL_ERROR"];
            503: components["responses"]["503.MANAGER_UNAUTHORIZED"];
        };
    };
    serviceDeployStatus: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                deploy_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceDeploy"];
                };
            };
            400: components["responses"]["400.MANAGER_INVALID_REQUEST"];
            404: components["responses"]["404.MANAGER_INVALID_REQUEST"];
            500: components["responses"]["500.MANAGER_DB_TRANSIENT.MANAGER_INTERNAL_ERROR"];
        };
    };
    backtest: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BacktestRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunAccepted"];
                };
            };
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunAccepted"];
                };
            };
            400: components["responses"]["400.MANAGER_INVALID_REQUEST.MANAGER_INVALID_STRATEGY"];
            401: components["responses"]["401.MANAGER_UNAUTHORIZED"];
            409: components["responses"]["409.MANAGER_CONFLICT"];
            413: components["responses"]["413.MANAGER_BODY_TOO_LARGE"];
            415: components["responses"]["415.SHARED_UNSUPPORTED_MEDIA_TYPE"];
            500: components["responses"]["500.MANAGER_BACKTEST_FAILED.MANAGER_DB_TRANSIENT.MANAGER_INTERNAL_ERROR"];
            503: components["responses"]["503.MANAGER_UNAUTHORIZED"];
        };
    };
    listRuns: {
        parameters: {
            query?: {
                /** @description next_cursor of the page before */
                cursor?: string;
                page_size?: number;
                kind?: "live" | "paper" | "backtest";
                status?: "queued" | "running" | "completed" | "failed";
                resolution?: "1m" | "1h" | "1d";
                strategy?: string;
                /** @description Trading pair, e.g. BTCUSDT */
                symbol?: string;
                /** @description Candle time frame */
                timeframe?: "1m" | "5m" | "15m" | "30m" | "1h" | "2h" | "4h" | "6h" | "8h" | "12h" | "1d" | "1w";
                tag?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["RunSummary"][];
                        nextCursor: string | null;
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["400.MANAGER_INVALID_CURSOR.MANAGER_INVALID_REQUEST"];
            500: components["responses"]["500.MANAGER_DB_TRANSIENT.MANAGER_INTERNAL_ERROR"];
        };
    };
    createRun: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RunCreateRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunAccepted"];
                };
            };
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunAccepted"];
                };
            };
            400: components["responses"]["400.MANAGER_INVALID_REQUEST.MANAGER_INVALID_STRATEGY"];
            401: components["responses"]["401.MANAGER_UNAUTHORIZED"];
            409: components["responses"]["409.MANAGER_CONFLICT"];
            413: components["responses"]["413.MANAGER_BODY_TOO_LARGE"];
            415: components["responses"]["415.SHARED_UNSUPPORTED_MEDIA_TYPE"];
            500: components["responses"]["500.MANAGER_BACKTEST_FAILED.MANAGER_DB_TRANSIENT.MANAGER_INTERNAL_ERROR"];
            503: components["responses"]["503.MANAGER_UNAUTHORIZED"];
        };
    };
    getRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunDetail"];
                };
            };
            400: components["responses"]["400.MANAGER_INVALID_REQUEST"];
            404: components["responses"]["404.MANAGER_INVALID_REQUEST"];
            500: components["responses"]["500.MANAGER_DB_TRANSIENT.MANAGER_INTERNAL_ERROR"];
        };
    };
    deleteRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunDeleted"];
                };
            };
            400: components["responses"]["400.MANAGER_INVALID_REQUEST"];
            401: components["responses"]["401.MANAGER_UNAUTHORIZED"];
            404: components["responses"]["404.MANAGER_INVALID_REQUEST"];
            409: components["responses"]["409.MANAGER_CONFLICT"];
            413: components["responses"]["413.MANAGER_BODY_TOO_LARGE"];
            415: components["responses"]["415.SHARED_UNSUPPORTED_MEDIA_TYPE"];
            500: components["responses"]["500.MANAGER_DB_TRANSIENT.MANAGER_INTERNAL_ERROR"];
            503: components["responses"]["503.MANAGER_UNAUTHORIZED"];
        };
    };
    labelRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RunLabelRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunDetail"];
                };
            };
            400: components["responses"]["400.MANAGER_INVALID_REQUEST"];
            401: components["responses"]["401.MANAGER_UNAUTHORIZED"];
            404: components["responses"]["404.MANAGER_INVALID_REQUEST"];
            413: components["responses"]["413.MANAGER_BODY_TOO_LARGE"];
            415: components["responses"]["415.SHARED_UNSUPPORTED_MEDIA_TYPE"];
            500: components["responses"]["500.MANAGER_DB_TRANSIENT.MANAGER_INTERNAL_ERROR"];
            503: components["responses"]["503.MANAGER_UNAUTHORIZED"];
        };
    };
    riskResume: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Required: a non-blank string of at most 500 characters */
                    reason?: unknown;
                } | null;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BffResumeResponse"];
                };
            };
            400: components["responses"]["400.MANAGER_INVALID_REQUEST.RISK_REASON_REQUIRED.RISK_REASON_TOO_LONG"];
            401: components["responses"]["401.MANAGER_UNAUTHORIZED"];
            413: components["responses"]["413.MANAGER_BODY_TOO_LARGE"];
            415: components["responses"]["415.SHARED_UNSUPPORTED_MEDIA_TYPE"];
            500: components["responses"]["500.MANAGER_DB_TRANSIENT.MANAGER_INTERNAL_ERROR"];
            503: components["responses"]["503.MANAGER_UNAUTHORIZED.MANAGER_UPSTREAM_UNAVAILABLE"];
        };
    };
    riskPause: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                bot_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Required: a non-blank string of at most 500 characters */
                    reason?: unknown;
                } | null;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BffPauseResponse"];
                };
            };
            400: components["responses"]["400.MANAGER_INVALID_REQUEST.RISK_INVALID_BOT_ID.RISK_REASON_REQUIRED.RISK_REASON_TOO_LONG"];
            401: components["responses"]["401.MANAGER_UNAUTHORIZED"];
            404: components["responses"]["404.RISK_BOT_NOT_FOUND"];
            413: components["responses"]["413.MANAGER_BODY_TOO_LARGE"];
            415: components["responses"]["415.SHARED_UNSUPPORTED_MEDIA_TYPE"];
            500: components["responses"]["500.MANAGER_DB_TRANSIENT.MANAGER_INTERNAL_ERROR"];
            503: components["responses"]["503.MANAGER_UNAUTHORIZED.MANAGER_UPSTREAM_UNAVAILABLE"];
        };
    };
    riskHalt: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Required: a non-blank string of at most 500 characters */
                    reason?: unknown;
                } | null;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HaltResponse"];
                };
            };
            400: components["responses"]["400.MANAGER_INVALID_REQUEST.RISK_REASON_REQUIRED.RISK_REASON_TOO_LONG"];
            401: components["responses"]["401.MANAGER_UNAUTHORIZED"];
            413: components["responses"]["413.MANAGER_BODY_TOO_LARGE"];
            415: components["responses"]["415.SHARED_UNSUPPORTED_MEDIA_TYPE"];
            500: components["responses"]["500.MANAGER_DB_TRANSIENT.MANAGER_INTERNAL_ERROR"];
            503: components["responses"]["503.MANAGER_UNAUTHORIZED.MANAGER_UPSTREAM_UNAVAILABLE"];
        };
    };
    riskClose: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Required: a non-blank string of at most 500 characters */
                    reason?: unknown;
                    /** @description Required: bot:<uuid>, symbol:<SYMBOL> or cluster:<id> */
                    scope?: unknown;
                    /** @description Pause the bots of the scope first, until somebody resumes them */
                    pause?: boolean;
                } | null;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BffCloseResponse"];
                };
            };
            400: components["responses"]["400.MANAGER_INVALID_REQUEST.RISK_INVALID_SCOPE.RISK_REASON_REQUIRED.RISK_REASON_TOO_LONG"];
            401: components["responses"]["401.MANAGER_UNAUTHORIZED"];
            413: components["responses"]["413.MANAGER_BODY_TOO_LARGE"];
            415: components["responses"]["415.SHARED_UNSUPPORTED_MEDIA_TYPE"];
            500: components["responses"]["500.MANAGER_DB_TRANSIENT.MANAGER_INTERNAL_ERROR"];
            503: components["responses"]["503.MANAGER_UNAUTHORIZED.MANAGER_UPSTREAM_UNAVAILABLE"];
        };
    };
    riskDrill: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Required: a non-blank string of at most 500 characters */
                    reason?: unknown;
                    /**
                     * @description Required: the breaker to trip
                     * @enum {string}
                     */
                    breaker?: "drawdown" | "connectivity" | "vpin" | "macro" | "correlation";
                } | null;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BffDrillResponse"];
                };
            };
            400: components["responses"]["400.MANAGER_INVALID_REQUEST.RISK_INVALID_REQUEST.RISK_REASON_REQUIRED.RISK_REASON_TOO_LONG"];
            401: components["responses"]["401.MANAGER_UNAUTHORIZED"];
            413: components["responses"]["413.MANAGER_BODY_TOO_LARGE"];
            415: components["responses"]["415.SHARED_UNSUPPORTED_MEDIA_TYPE"];
            500: components["responses"]["500.MANAGER_DB_TRANSIENT.MANAGER_INTERNAL_ERROR"];
            503: components["responses"]["503.MANAGER_UNAUTHORIZED.MANAGER_UPSTREAM_UNAVAILABLE"];
        };
    };
    riskSetLimit: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Required: a non-blank string of at most 500 characters */
                    reason?: unknown;
                    /** @description Required: a number within min and max */
                    value?: unknown;
                } | null;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BffLimitResponse"];
                };
            };
            400: components["responses"]["400.MANAGER_INVALID_REQUEST.RISK_INVALID_REQUEST.RISK_REASON_REQUIRED.RISK_REASON_TOO_LONG"];
            401: components["responses"]["401.MANAGER_UNAUTHORIZED"];
            413: components["responses"]["413.MANAGER_BODY_TOO_LARGE"];
            415: components["responses"]["415.SHARED_UNSUPPORTED_MEDIA_TYPE"];
            500: components["responses"]["500.MANAGER_DB_TRANSIENT.MANAGER_INTERNAL_ERROR"];
            503: components["responses"]["503.MANAGER_UNAUTHORIZED.MANAGER_UPSTREAM_UNAVAILABLE"];
        };
    };
    bffEmergencyFlatten: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Required: a non-blank string of at most 500 characters */
                    reason?: unknown;
                    /** @description all (the default), bot:<uuid>, symbol:<SYMBOL> or cluster:<id> */
                    scope?: unknown;
                } | null;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BffFlattenResponse"];
                };
            };
            400: components["responses"]["400.MANAGER_INVALID_REQUEST.RISK_INVALID_SCOPE.RISK_REASON_REQUIRED.RISK_REASON_TOO_LONG"];
            401: components["responses"]["401.MANAGER_UNAUTHORIZED"];
            413: components["responses"]["413.MANAGER_BODY_TOO_LARGE"];
            415: components["responses"]["415.SHARED_UNSUPPORTED_MEDIA_TYPE"];
            500: components["responses"]["500.MANAGER_DB_TRANSIENT.MANAGER_INTERNAL_ERROR"];
            503: components["responses"]["503.MANAGER_UNAUTHORIZED.MANAGER_UPSTREAM_UNAVAILABLE"];
        };
    };
    bffRiskEmergencyFlatten: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Required: a non-blank string of at most 500 characters */
                    reason?: unknown;
                    /** @description all (the default), bot:<uuid>, symbol:<SYMBOL> or cluster:<id> */
                    scope?: unknown;
                } | null;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BffFlattenResponse"];
                };
            };
            400: components["responses"]["400.MANAGER_INVALID_REQUEST.RISK_INVALID_SCOPE.RISK_REASON_REQUIRED.RISK_REASON_TOO_LONG"];
            401: components["responses"]["401.MANAGER_UNAUTHORIZED"];
            413: components["responses"]["413.MANAGER_BODY_TOO_LARGE"];
            415: components["responses"]["415.SHARED_UNSUPPORTED_MEDIA_TYPE"];
            500: components["responses"]["500.MANAGER_DB_TRANSIENT.MANAGER_INTERNAL_ERROR"];
            503: components["responses"]["503.MANAGER_UNAUTHORIZED.MANAGER_UPSTREAM_UNAVAILABLE"];
        };
    };
    riskEmergencyFlatten: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Required: a non-blank string of at most 500 characters */
                    reason?: unknown;
                    /** @description all (the default), bot:<uuid>, symbol:<SYMBOL> or cluster:<id> */
                    scope?: unknown;
                } | null;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BffFlattenResponse"];
                };
            };
            400: components["responses"]["400.MANAGER_INVALID_REQUEST.RISK_INVALID_SCOPE.RISK_REASON_REQUIRED.RISK_REASON_TOO_LONG"];
            401: components["responses"]["401.MANAGER_UNAUTHORIZED"];
            413: components["responses"]["413.MANAGER_BODY_TOO_LARGE"];
            415: components["responses"]["415.SHARED_UNSUPPORTED_MEDIA_TYPE"];
            500: components["responses"]["500.MANAGER_DB_TRANSIENT.MANAGER_INTERNAL_ERROR"];
            503: components["responses"]["503.MANAGER_UNAUTHORIZED.MANAGER_UPSTREAM_UNAVAILABLE"];
        };
    };
    acceptPosition: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BffAcceptPositionRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BffAcceptPositionResponse"];
                };
            };
            400: components["responses"]["400.EXECUTOR_INVALID_REQUEST.MANAGER_INVALID_REQUEST.RISK_REASON_REQUIRED.RISK_REASON_TOO_LONG"];
            401: components["responses"]["401.MANAGER_UNAUTHORIZED"];
            413: components["responses"]["413.MANAGER_BODY_TOO_LARGE"];
            415: components["responses"]["415.SHARED_UNSUPPORTED_MEDIA_TYPE"];
            500: components["responses"]["500.MANAGER_DB_TRANSIENT.MANAGER_INTERNAL_ERROR"];
            503: components["responses"]["503.MANAGER_UNAUTHORIZED.MANAGER_UPSTREAM_UNAVAILABLE"];
        };
    };
    bffClearQuarantine: {
        parameters: {
            query: {
                /** @description YES- and the current epoch seconds */
                confirm: string;
            };
            header?: never;
            path: {
                /** @description UUID */
                bot_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BffQuarantineCleared"];
                };
            };
            400: components["responses"]["400.MANAGER_INVALID_REQUEST"];
            401: components["responses"]["401.MANAGER_UNAUTHORIZED"];
            404: components["responses"]["404.MANAGER_INVALID_REQUEST"];
            409: components["responses"]["409.MANAGER_INVALID_STATE_TRANSITION"];
            413: components["responses"]["413.MANAGER_BODY_TOO_LARGE"];
            415: components["responses"]["415.SHARED_UNSUPPORTED_MEDIA_TYPE"];
            500: components["responses"]["500.MANAGER_DB_TRANSIENT.MANAGER_INTERNAL_ERROR"];
            503: components["responses"]["503.MANAGER_UNAUTHORIZED"];
        };
    };
    acknowledgeParity: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                bot_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Required: a non-blank string of at most 500 characters */
                    reason?: unknown;
                } | null;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ParityAcknowledged"];
                };
            };
            400: components["responses"]["400.MANAGER_INVALID_REQUEST.RISK_REASON_REQUIRED.RISK_REASON_TOO_LONG"];
            401: components["responses"]["401.MANAGER_UNAUTHORIZED"];
            404: components["responses"]["404.MANAGER_INVALID_REQUEST"];
            409: components["responses"]["409.MANAGER_INVALID_STATE_TRANSITION"];
            413: components["responses"]["413.MANAGER_BODY_TOO_LARGE"];
            415: components["responses"]["415.SHARED_UNSUPPORTED_MEDIA_TYPE"];
            500: components["responses"]["500.MANAGER_DB_TRANSIENT.MANAGER_INTERNAL_ERROR"];
            503: components["responses"]["503.MANAGER_UNAUTHORIZED"];
        };
    };
    busToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["BusTokenRequest"] | null;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BusTokenResponse"];
                };
            };
            400: components["responses"]["400.MANAGER_INVALID_REQUEST"];
            401: components["responses"]["401.MANAGER_UNAUTHORIZED"];
            413: components["responses"]["413.MANAGER_BODY_TOO_LARGE"];
            415: components["responses"]["415.SHARED_UNSUPPORTED_MEDIA_TYPE"];
            500: components["responses"]["500.MANAGER_INTERNAL_ERROR"];
            503: components["responses"]["503.MANAGER_UNAUTHORIZED.MANAGER_UPSTREAM_UNAVAILABLE"];
        };
    };
    websocket: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Switching Protocols */
            101: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400.MANAGER_INVALID_REQUEST"];
            401: components["responses"]["401.MANAGER_UNAUTHORIZED"];
            500: components["responses"]["500.MANAGER_INTERNAL_ERROR"];
            503: components["responses"]["503.MANAGER_UNAUTHORIZED"];
        };
    };
    startBackfill: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                source: "klines" | "funding" | "open_interest" | "metrics" | "sentiment" | "macro" | "gex";
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["BackfillRequest"] | null;
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BackfillJobView"];
                };
            };
            400: components["responses"]["400.DATA_INVALID_REQUEST.MANAGER_INVALID_REQUEST"];
            401: components["responses"]["401.MANAGER_UNAUTHORIZED"];
            409: components["responses"]["409.DATA_BACKFILL_CONFLICT"];
            413: components["responses"]["413.MANAGER_BODY_TOO_LARGE"];
            415: components["responses"]["415.SHARED_UNSUPPORTED_MEDIA_TYPE"];
            429: components["responses"]["429.DATA_BACKFILL_BUSY"];
            500: components["responses"]["500.MANAGER_DB_TRANSIENT.MANAGER_INTERNAL_ERROR"];
            503: components["responses"]["503.MANAGER_UNAUTHORIZED.MANAGER_UPSTREAM_UNAVAILABLE"];
        };
    };
    cancelBackfill: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BackfillCancelledView"];
                };
            };
            400: components["responses"]["400.MANAGER_INVALID_REQUEST"];
            401: components["responses"]["401.MANAGER_UNAUTHORIZED"];
            404: components["responses"]["404.DATA_JOB_NOT_FOUND"];
            409: components["responses"]["409.DATA_JOB_FINISHED"];
            413: components["responses"]["413.MANAGER_BODY_TOO_LARGE"];
            415: components["responses"]["415.SHARED_UNSUPPORTED_MEDIA_TYPE"];
            500: components["responses"]["500.MANAGER_DB_TRANSIENT.MANAGER_INTERNAL_ERROR"];
            503: components["responses"]["503.MANAGER_UNAUTHORIZED.MANAGER_UPSTREAM_UNAVAILABLE"];
        };
    };
    unquarantineSource: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SourceUnquarantinedView"];
                };
            };
            400: components["responses"]["400.MANAGER_INVALID_REQUEST"];
            401: components["responses"]["401.MANAGER_UNAUTHORIZED"];
            413: components["responses"]["413.MANAGER_BODY_TOO_LARGE"];
            415: components["responses"]["415.SHARED_UNSUPPORTED_MEDIA_TYPE"];
            500: components["responses"]["500.MANAGER_DB_TRANSIENT.MANAGER_INTERNAL_ERROR"];
            503: components["responses"]["503.MANAGER_UNAUTHORIZED"];
        };
    };
    listExperiments: {
        parameters: {
            query?: {
                /** @description next_cursor of the page before */
                cursor?: string;
                page_size?: number;
                kind?: "sweep" | "walk_forward" | "ablation" | "multi_asset" | "monte_carlo";
                status?: "running" | "completed" | "failed" | "cancelled";
                strategy?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["ExperimentSummary"][];
                        nextCursor: string | null;
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["400.MANAGER_INVALID_CURSOR.MANAGER_INVALID_REQUEST"];
            500: components["responses"]["500.MANAGER_DB_TRANSIENT.MANAGER_INTERNAL_ERROR"];
        };
    };
    createExperiment: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExperimentRequest"];
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExperimentDetail"];
                };
            };
            400: components["responses"]["400.MANAGER_INVALID_REQUEST.MANAGER_INVALID_STRATEGY"];
            401: components["responses"]["401.MANAGER_UNAUTHORIZED"];
            409: components["responses"]["409.MANAGER_CONFLICT"];
            413: components["responses"]["413.MANAGER_BODY_TOO_LARGE"];
            415: components["responses"]["415.SHARED_UNSUPPORTED_MEDIA_TYPE"];
            500: components["responses"]["500.MANAGER_DB_TRANSIENT.MANAGER_EXPERIMENT_FAILED.MANAGER_INTERNAL_ERROR"];
            503: components["responses"]["503.MANAGER_UNAUTHORIZED"];
        };
    };
    addTriedSets: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TriedSetsRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TriedSets"];
                };
            };
            400: components["responses"]["400.MANAGER_INVALID_REQUEST.MANAGER_INVALID_STRATEGY"];
            401: components["responses"]["401.MANAGER_UNAUTHORIZED"];
            413: components["responses"]["413.MANAGER_BODY_TOO_LARGE"];
            415: components["responses"]["415.SHARED_UNSUPPORTED_MEDIA_TYPE"];
            500: components["responses"]["500.MANAGER_DB_TRANSIENT.MANAGER_INTERNAL_ERROR"];
            503: components["responses"]["503.MANAGER_UNAUTHORIZED"];
        };
    };
    cancelExperiment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExperimentDetail"];
                };
            };
            400: components["responses"]["400.MANAGER_INVALID_REQUEST"];
            401: components["responses"]["401.MANAGER_UNAUTHORIZED"];
            404: components["responses"]["404.MANAGER_INVALID_REQUEST"];
            409: components["responses"]["409.MANAGER_CONFLICT"];
            413: components["responses"]["413.MANAGER_BODY_TOO_LARGE"];
            415: components["responses"]["415.SHARED_UNSUPPORTED_MEDIA_TYPE"];
            500: components["responses"]["500.MANAGER_DB_TRANSIENT.MANAGER_INTERNAL_ERROR"];
            503: components["responses"]["503.MANAGER_UNAUTHORIZED"];
        };
    };
    resumeExperiment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExperimentDetail"];
                };
            };
            400: components["responses"]["400.MANAGER_INVALID_REQUEST"];
            401: components["responses"]["401.MANAGER_UNAUTHORIZED"];
            404: components["responses"]["404.MANAGER_INVALID_REQUEST"];
            409: components["responses"]["409.MANAGER_CONFLICT"];
            413: components["responses"]["413.MANAGER_BODY_TOO_LARGE"];
            415: components["responses"]["415.SHARED_UNSUPPORTED_MEDIA_TYPE"];
            500: components["responses"]["500.MANAGER_DB_TRANSIENT.MANAGER_INTERNAL_ERROR"];
            503: components["responses"]["503.MANAGER_UNAUTHORIZED"];
        };
    };
    firingAlerts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FiringAlertsResponse"];
                };
            };
            500: components["responses"]["500.MANAGER_INTERNAL_ERROR"];
            503: components["responses"]["503.MANAGER_UPSTREAM_UNAVAILABLE"];
        };
    };
    silences: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SilencesResponse"];
                };
            };
            500: components["responses"]["500.MANAGER_INTERNAL_ERROR"];
            503: components["responses"]["503.MANAGER_UPSTREAM_UNAVAILABLE"];
        };
    };
    silenceAlert: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SilenceRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SilenceCreated"];
                };
            };
            400: components["responses"]["400.MANAGER_INVALID_REQUEST.RISK_REASON_REQUIRED.RISK_REASON_TOO_LONG"];
            401: components["responses"]["401.MANAGER_UNAUTHORIZED"];
            404: components["responses"]["404.MANAGER_INVALID_REQUEST"];
            413: components["responses"]["413.MANAGER_BODY_TOO_LARGE"];
            415: components["responses"]["415.SHARED_UNSUPPORTED_MEDIA_TYPE"];
            500: components["responses"]["500.MANAGER_DB_TRANSIENT.MANAGER_INTERNAL_ERROR"];
            503: components["responses"]["503.MANAGER_UNAUTHORIZED.MANAGER_UPSTREAM_UNAVAILABLE"];
        };
    };
    endSilence: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SilenceEnded"];
                };
            };
            400: components["responses"]["400.MANAGER_INVALID_REQUEST"];
            401: components["responses"]["401.MANAGER_UNAUTHORIZED"];
            413: components["responses"]["413.MANAGER_BODY_TOO_LARGE"];
            415: components["responses"]["415.SHARED_UNSUPPORTED_MEDIA_TYPE"];
            500: components["responses"]["500.MANAGER_DB_TRANSIENT.MANAGER_INTERNAL_ERROR"];
            503: components["responses"]["503.MANAGER_UNAUTHORIZED.MANAGER_UPSTREAM_UNAVAILABLE"];
        };
    };
    receivers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReceiversResponse"];
                };
            };
            500: components["responses"]["500.MANAGER_INTERNAL_ERROR"];
            503: components["responses"]["503.MANAGER_UPSTREAM_UNAVAILABLE"];
        };
    };
    testNotification: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NotificationTestRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationTestResponse"];
                };
            };
            400: components["responses"]["400.MANAGER_INVALID_REQUEST"];
            401: components["responses"]["401.MANAGER_UNAUTHORIZED"];
            404: components["responses"]["404.MANAGER_INVALID_REQUEST"];
            413: components["responses"]["413.MANAGER_BODY_TOO_LARGE"];
            415: components["responses"]["415.SHARED_UNSUPPORTED_MEDIA_TYPE"];
            500: components["responses"]["500.MANAGER_DB_TRANSIENT.MANAGER_INTERNAL_ERROR"];
            503: components["responses"]["503.MANAGER_UNAUTHORIZED.MANAGER_UPSTREAM_UNAVAILABLE"];
        };
    };
    pushSubscriptions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PushResponse"];
                };
            };
            500: components["responses"]["500.MANAGER_DB_TRANSIENT.MANAGER_INTERNAL_ERROR"];
        };
    };
    subscribePush: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PushSubscribeRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PushSubscribed"];
                };
            };
            400: components["responses"]["400.MANAGER_INVALID_REQUEST"];
            401: components["responses"]["401.MANAGER_UNAUTHORIZED"];
            409: components["responses"]["409.MANAGER_CONFLICT"];
            413: components["responses"]["413.MANAGER_BODY_TOO_LARGE"];
            415: components["responses"]["415.SHARED_UNSUPPORTED_MEDIA_TYPE"];
            500: components["responses"]["500.MANAGER_DB_TRANSIENT.MANAGER_INTERNAL_ERROR"];
            503: components["responses"]["503.MANAGER_PUSH_UNSENT.MANAGER_UNAUTHORIZED"];
        };
    };
    unsubscribePush: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PushRemoved"];
                };
            };
            400: components["responses"]["400.MANAGER_INVALID_REQUEST"];
            401: components["responses"]["401.MANAGER_UNAUTHORIZED"];
            404: components["responses"]["404.MANAGER_INVALID_REQUEST"];
            413: components["responses"]["413.MANAGER_BODY_TOO_LARGE"];
            415: components["responses"]["415.SHARED_UNSUPPORTED_MEDIA_TYPE"];
            500: components["responses"]["500.MANAGER_DB_TRANSIENT.MANAGER_INTERNAL_ERROR"];
            503: components["responses"]["503.MANAGER_UNAUTHORIZED"];
        };
    };
    testPush: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PushTested"];
                };
            };
            400: components["responses"]["400.MANAGER_INVALID_REQUEST"];
            401: components["responses"]["401.MANAGER_UNAUTHORIZED"];
            404: components["responses"]["404.MANAGER_INVALID_REQUEST"];
            413: components["responses"]["413.MANAGER_BODY_TOO_LARGE"];
            415: components["responses"]["415.SHARED_UNSUPPORTED_MEDIA_TYPE"];
            500: components["responses"]["500.MANAGER_DB_TRANSIENT.MANAGER_INTERNAL_ERROR"];
            503: components["responses"]["503.MANAGER_PUSH_UNSENT.MANAGER_UNAUTHORIZED"];
        };
    };
    chart: {
        parameters: {
            query: {
                /** @description Name of an alert or id of a panel */
                chart: "PositionWithoutStop" | "OrderOfUnknownFate" | "ReconcileOverdue" | "NetworkNotReady" | "BooksDrift" | "VenueDrift" | "AccountUnusable" | "AccountUnread" | "FlattenFailed" | "ExitBlocked" | "FillsNotStreamed" | "IntentsRejected" | "ClockSkew" | "TradingHalted" | "BreakerTripped" | "RiskNotEvaluated" | "DailyCapWouldReject" | "BotLeaseStale" | "BotDown" | "BotQuarantined" | "BotsCrash" | "BotWarmupStuck" | "BotWarmupNeverCompleted" | "BotParityMismatch" | "BotIntentNotCommitted" | "BotPrivilegesUnproven" | "BotWithoutCandles" | "BotOnFallback" | "MarketDataStale" | "MarketDataMissing" | "SourceStale" | "BarsUnpublished" | "BarsNotStored" | "QueriesFail" | "ServiceDown" | "TaskStuck" | "DatabaseDown" | "BusDown" | "CriticalError" | "DatabaseErrors" | "PublishErrors" | "OutboxStuck" | "DiskFilling" | "DiskFull" | "BooksUnwatched" | "NotScraped" | "RulesFail" | "NotificationsFail" | "AlertmanagerDown" | "unprotected-positions" | "unresolved-orders" | "reconcile-age" | "daily-notional" | "halt-latch" | "vpin" | "lease-age" | "candles" | "signals" | "vetoes" | "evaluation" | "bot-states" | "services-up" | "errors" | "source-age" | "request-p95" | "outbox-age" | "disk-free";
                minutes?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChartResponse"];
                };
            };
            400: components["responses"]["400.MANAGER_INVALID_REQUEST"];
            500: components["responses"]["500.MANAGER_INTERNAL_ERROR"];
            503: components["responses"]["503.MANAGER_UPSTREAM_UNAVAILABLE"];
        };
    };
    botMetricsSummary: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                bot_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MetricsSummary"];
                };
            };
            400: components["responses"]["400.MANAGER_INVALID_REQUEST"];
            404: components["responses"]["404.MANAGER_INVALID_REQUEST"];
            500: components["responses"]["500.MANAGER_INTERNAL_ERROR"];
            503: components["responses"]["503.MANAGER_UPSTREAM_UNAVAILABLE"];
        };
    };
    runRoundtrips: {
        parameters: {
            query?: {
                /** @description next_cursor of the page before */
                cursor?: string;
                page_size?: number;
            };
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Roundtrip"][];
                        nextCursor: string | null;
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["400.MANAGER_INVALID_CURSOR.MANAGER_INVALID_REQUEST"];
            404: components["responses"]["404.MANAGER_INVALID_REQUEST"];
            500: components["responses"]["500.MANAGER_DB_TRANSIENT.MANAGER_INTERNAL_ERROR"];
        };
    };
    runEquity: {
        parameters: {
            query?: {
                /** @description next_cursor of the page before */
                cursor?: string;
                page_size?: number;
                resolution?: "1m" | "1h" | "1d";
            };
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["EquityPoint"][];
                        nextCursor: string | null;
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["400.MANAGER_INVALID_CURSOR.MANAGER_INVALID_REQUEST"];
            404: components["responses"]["404.MANAGER_INVALID_REQUEST"];
            500: components["responses"]["500.MANAGER_DB_TRANSIENT.MANAGER_INTERNAL_ERROR"];
        };
    };
    botRuns: {
        parameters: {
            query?: {
                /** @description next_cursor of the page before */
                cursor?: string;
                page_size?: number;
                kind?: "live" | "paper" | "backtest";
                status?: "queued" | "running" | "completed" | "failed";
                resolution?: "1m" | "1h" | "1d";
                strategy?: string;
                /** @description Trading pair, e.g. BTCUSDT */
                symbol?: string;
                /** @description Candle time frame */
                timeframe?: "1m" | "5m" | "15m" | "30m" | "1h" | "2h" | "4h" | "6h" | "8h" | "12h" | "1d" | "1w";
                tag?: string;
            };
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["RunSummary"][];
                        nextCursor: string | null;
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["400.MANAGER_INVALID_CURSOR.MANAGER_INVALID_REQUEST"];
            404: components["responses"]["404.MANAGER_INVALID_REQUEST"];
            500: components["responses"]["500.MANAGER_DB_TRANSIENT.MANAGER_INTERNAL_ERROR"];
        };
    };
    botEquity: {
        parameters: {
            query?: {
                /** @description next_cursor of the page before */
                cursor?: string;
                page_size?: number;
                resolution?: "1m" | "1h" | "1d";
            };
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["EquityPoint"][];
                        nextCursor: string | null;
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["400.MANAGER_INVALID_CURSOR.MANAGER_INVALID_REQUEST"];
            404: components["responses"]["404.MANAGER_INVALID_REQUEST"];
            500: components["responses"]["500.MANAGER_DB_TRANSIENT.MANAGER_INTERNAL_ERROR"];
        };
    };
    botOverviews: {
        parameters: {
            query?: {
                /** @description UUID */
                bot_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BotOverviewsResponse"];
                };
            };
            400: components["responses"]["400.MANAGER_INVALID_REQUEST"];
            500: components["responses"]["500.MANAGER_DB_TRANSIENT.MANAGER_INTERNAL_ERROR"];
        };
    };
    botFills: {
        parameters: {
            query?: {
                /** @description next_cursor of the page before */
                cursor?: string;
                page_size?: number;
            };
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["FillView"][];
                        nextCursor: string | null;
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["400.MANAGER_INVALID_CURSOR.MANAGER_INVALID_REQUEST"];
            404: components["responses"]["404.MANAGER_INVALID_REQUEST"];
            500: components["responses"]["500.MANAGER_DB_TRANSIENT.MANAGER_INTERNAL_ERROR"];
        };
    };
    intents: {
        parameters: {
            query?: {
                /** @description next_cursor of the page before */
                cursor?: string;
                page_size?: number;
                /** @description UUID */
                bot_id?: string;
                /** @description Trading pair, e.g. BTCUSDT */
                symbol?: string;
                state?: "accepted" | "rejected" | "superseded" | "undecided";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["IntentView"][];
                        nextCursor: string | null;
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["400.MANAGER_INVALID_CURSOR.MANAGER_INVALID_REQUEST"];
            500: components["responses"]["500.MANAGER_DB_TRANSIENT.MANAGER_INTERNAL_ERROR"];
        };
    };
    orders: {
        parameters: {
            query?: {
                /** @description next_cursor of the page before */
                cursor?: string;
                page_size?: number;
                /** @description UUID */
                bot_id?: string;
                /** @description Trading pair, e.g. BTCUSDT */
                symbol?: string;
                leg?: "entry" | "sl" | "tp" | "exit" | "flatten";
                status?: "submitting" | "unknown" | "new" | "partially_filled" | "filled" | "cancelled" | "rejected" | "expired";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["OrderView"][];
                        nextCursor: string | null;
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["400.MANAGER_INVALID_CURSOR.MANAGER_INVALID_REQUEST"];
            500: components["responses"]["500.MANAGER_DB_TRANSIENT.MANAGER_INTERNAL_ERROR"];
        };
    };
    trace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                trace_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TraceView"];
                };
            };
            400: components["responses"]["400.MANAGER_INVALID_REQUEST"];
            404: components["responses"]["404.MANAGER_INVALID_REQUEST"];
            500: components["responses"]["500.MANAGER_DB_TRANSIENT.MANAGER_INTERNAL_ERROR"];
        };
    };
    events: {
        parameters: {
            query?: {
                /** @description next_cursor of the page before */
                cursor?: string;
                page_size?: number;
                source?: "bot" | "risk" | "audit";
                breaker?: "drawdown" | "connectivity" | "vpin" | "macro" | "correlation";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["EventView"][];
                        nextCursor: string | null;
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["400.MANAGER_INVALID_CURSOR.MANAGER_INVALID_REQUEST"];
            500: components["responses"]["500.MANAGER_DB_TRANSIENT.MANAGER_INTERNAL_ERROR"];
        };
    };
    risk: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RiskView"];
                };
            };
            500: components["responses"]["500.MANAGER_DB_TRANSIENT.MANAGER_INTERNAL_ERROR"];
        };
    };
    riskAudit: {
        parameters: {
            query?: {
                /** @description next_cursor of the page before */
                cursor?: string;
                page_size?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["RiskAuditView"][];
                        nextCursor: string | null;
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["400.MANAGER_INVALID_CURSOR.MANAGER_INVALID_REQUEST"];
            500: components["responses"]["500.MANAGER_DB_TRANSIENT.MANAGER_INTERNAL_ERROR"];
        };
    };
    execution: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExecutionView"];
                };
            };
            500: components["responses"]["500.MANAGER_DB_TRANSIENT.MANAGER_INTERNAL_ERROR"];
        };
    };
    klines: {
        parameters: {
            query: {
                /** @description Trading pair, e.g. BTCUSDT */
                symbol: string;
                market?: "spot" | "perp";
                /** @description Candle time frame */
                timeframe: "1m" | "5m" | "15m" | "30m" | "1h" | "2h" | "4h" | "6h" | "8h" | "12h" | "1d" | "1w";
                /** @description Epoch milliseconds */
                from_ts?: number;
                /** @description Epoch milliseconds */
                to_ts?: number;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KlinesView"];
                };
            };
            400: components["responses"]["400.MANAGER_INVALID_REQUEST"];
            500: components["responses"]["500.MANAGER_DB_TRANSIENT.MANAGER_INTERNAL_ERROR"];
        };
    };
    performance: {
        parameters: {
            query?: {
                /** @description UUID */
                bot_id?: string;
                resolution?: "1m" | "1h" | "1d";
                /** @description Epoch milliseconds */
                from_ts?: number;
                /** @description Epoch milliseconds */
                to_ts?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PerformanceResponse"];
                };
            };
            400: components["responses"]["400.MANAGER_INVALID_REQUEST"];
            500: components["responses"]["500.MANAGER_DB_TRANSIENT.MANAGER_INTERNAL_ERROR"];
        };
    };
    portfolio: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PortfolioResponse"];
                };
            };
            500: components["responses"]["500.MANAGER_DB_TRANSIENT.MANAGER_INTERNAL_ERROR"];
        };
    };
    services: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServicesResponse"];
                };
            };
            500: components["responses"]["500.MANAGER_INTERNAL_ERROR"];
        };
    };
    serviceConfig: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                service: "data" | "risk" | "manager" | "bot" | "executor";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["400.MANAGER_INVALID_REQUEST"];
            500: components["responses"]["500.MANAGER_INTERNAL_ERROR"];
            503: components["responses"]["503.MANAGER_UPSTREAM_UNAVAILABLE"];
        };
    };
    exchangePing: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExchangePingResponse"];
                };
            };
            500: components["responses"]["500.MANAGER_INTERNAL_ERROR"];
            503: components["responses"]["503.MANAGER_UPSTREAM_UNAVAILABLE"];
        };
    };
    sourceHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SourceHealthViewResponse"];
                };
            };
            500: components["responses"]["500.MANAGER_DB_TRANSIENT.MANAGER_INTERNAL_ERROR"];
            503: components["responses"]["503.MANAGER_UPSTREAM_UNAVAILABLE"];
        };
    };
    dataStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DataStatusResponse"];
                };
            };
            500: components["responses"]["500.MANAGER_DB_TRANSIENT.MANAGER_INTERNAL_ERROR"];
            503: components["responses"]["503.MANAGER_UPSTREAM_UNAVAILABLE"];
        };
    };
    dataInventory: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DataInventoryResponse"];
                };
            };
            500: components["responses"]["500.MANAGER_DB_TRANSIENT.MANAGER_INTERNAL_ERROR"];
            503: components["responses"]["503.MANAGER_UPSTREAM_UNAVAILABLE"];
        };
    };
    dataBackfillJobs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BackfillJobsViewResponse"];
                };
            };
            500: components["responses"]["500.MANAGER_INTERNAL_ERROR"];
            503: components["responses"]["503.MANAGER_UPSTREAM_UNAVAILABLE"];
        };
    };
    getExperiment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExperimentDetail"];
                };
            };
            400: components["responses"]["400.MANAGER_INVALID_REQUEST"];
            404: components["responses"]["404.MANAGER_INVALID_REQUEST"];
            500: components["responses"]["500.MANAGER_DB_TRANSIENT.MANAGER_INTERNAL_ERROR"];
        };
    };
    experimentTrials: {
        parameters: {
            query?: {
                /** @description next_cursor of the page before */
                cursor?: string;
                page_size?: number;
            };
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["ExperimentTrial"][];
                        nextCursor: string | null;
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["400.MANAGER_INVALID_CURSOR.MANAGER_INVALID_REQUEST"];
            404: components["responses"]["404.MANAGER_INVALID_REQUEST"];
            500: components["responses"]["500.MANAGER_DB_TRANSIENT.MANAGER_INTERNAL_ERROR"];
        };
    };
    experimentColumns: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrialColumns"];
                };
            };
            400: components["responses"]["400.MANAGER_INVALID_REQUEST"];
            404: components["responses"]["404.MANAGER_INVALID_REQUEST"];
            500: components["responses"]["500.MANAGER_DB_TRANSIENT.MANAGER_INTERNAL_ERROR"];
        };
    };
    logs: {
        parameters: {
            query?: {
                /** @description One of `processes`; all of them without it */
                process?: string;
                /** @description This level and those above it */
                level?: "trace" | "debug" | "info" | "warn" | "error" | "fatal";
                /** @description Error code */
                code?: string;
                /** @description UUID */
                bot_id?: string;
                /** @description UUID */
                trace_id?: string;
                /** @description Epoch milliseconds */
                from_ms?: number;
                /** @description Epoch milliseconds */
                to_ms?: number;
                /** @description Leaves out so many of the newest; `older` of the answer before says how many */
                skip?: number;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogsResponse"];
                };
            };
            400: components["responses"]["400.MANAGER_INVALID_REQUEST"];
            500: components["responses"]["500.MANAGER_INTERNAL_ERROR"];
            503: components["responses"]["503.MANAGER_LOGS_UNAVAILABLE"];
        };
    };
    botEvents: {
        parameters: {
            query?: {
                /** @description next_cursor of the page before */
                cursor?: string;
                page_size?: number;
            };
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["BotEventView"][];
                        nextCursor: string | null;
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["400.MANAGER_INVALID_CURSOR.MANAGER_INVALID_REQUEST"];
            404: components["responses"]["404.MANAGER_INVALID_REQUEST"];
            500: components["responses"]["500.MANAGER_DB_TRANSIENT.MANAGER_INTERNAL_ERROR"];
        };
    };
    overlayDecisions: {
        parameters: {
            query?: {
                /** @description next_cursor of the page before */
                cursor?: string;
                page_size?: number;
                /** @description UUID */
                bot_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["OverlayDecisionView"][];
                        nextCursor: string | null;
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["400.MANAGER_INVALID_CURSOR.MANAGER_INVALID_REQUEST"];
            500: components["responses"]["500.MANAGER_DB_TRANSIENT.MANAGER_INTERNAL_ERROR"];
        };
    };
    overlaySummary: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OverlaySummaryResponse"];
                };
            };
            500: components["responses"]["500.MANAGER_DB_TRANSIENT.MANAGER_INTERNAL_ERROR"];
        };
    };
    strategies: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StrategiesResponse"];
                };
            };
            500: components["responses"]["500.MANAGER_INTERNAL_ERROR"];
        };
    };
    warmupNeed: {
        parameters: {
            query: {
                strategy: string;
                /** @description Candle time frame */
                timeframe: "1m" | "5m" | "15m" | "30m" | "1h" | "2h" | "4h" | "6h" | "8h" | "12h" | "1d" | "1w";
                /** @description Parameters as a JSON object */
                params?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WarmupNeed"];
                };
            };
            400: components["responses"]["400.MANAGER_INVALID_REQUEST.MANAGER_INVALID_STRATEGY"];
            500: components["responses"]["500.MANAGER_INTERNAL_ERROR"];
        };
    };
    overlays: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OverlaysResponse"];
                };
            };
            500: components["responses"]["500.MANAGER_INTERNAL_ERROR"];
        };
    };
    botDefaults: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BotDefaultsResponse"];
                };
            };
            500: components["responses"]["500.MANAGER_INTERNAL_ERROR"];
        };
    };
    runCurve: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunCurve"];
                };
            };
            400: components["responses"]["400.MANAGER_INVALID_REQUEST"];
            404: components["responses"]["404.MANAGER_INVALID_REQUEST"];
            500: components["responses"]["500.MANAGER_DB_TRANSIENT.MANAGER_INTERNAL_ERROR"];
        };
    };
    drawing: {
        parameters: {
            query: {
                strategy: string;
                /** @description Trading pair, e.g. BTCUSDT */
                symbol: string;
                /** @description Candle time frame */
                timeframe: "1m" | "5m" | "15m" | "30m" | "1h" | "2h" | "4h" | "6h" | "8h" | "12h" | "1d" | "1w";
                /** @description Epoch milliseconds */
                from_ts: number;
                /** @description Epoch milliseconds */
                to_ts: number;
                /** @description Parameters as a JSON object */
                params?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DrawingView"];
                };
            };
            400: components["responses"]["400.MANAGER_INVALID_REQUEST.MANAGER_INVALID_STRATEGY"];
            500: components["responses"]["500.MANAGER_DB_TRANSIENT.MANAGER_INTERNAL_ERROR"];
        };
    };
    funding: {
        parameters: {
            query: {
                /** @description Trading pair, e.g. BTCUSDT */
                symbol: string;
                /** @description Epoch milliseconds */
                from_ts: number;
                /** @description Epoch milliseconds */
                to_ts: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FundingView"];
                };
            };
            400: components["responses"]["400.MANAGER_INVALID_REQUEST"];
            500: components["responses"]["500.MANAGER_DB_TRANSIENT.MANAGER_INTERNAL_ERROR"];
        };
    };
}
