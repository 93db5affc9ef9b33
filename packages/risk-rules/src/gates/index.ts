export { type ApprovedEntry, type EntryTerms, isApproved } from './approved';
export { type CapLimits, type DailyCap, judgeCaps, type OperatorLimits, type Usage } from './caps';
export {
  type Approved,
  type EntryInput,
  judgeEntry,
  judgePermission,
  type Lease,
  type PermissionInput,
} from './entry';
export {
  type AccountFacts,
  type EntryFacts,
  type HeldFacts,
  type HoldingElsewhere,
  judgeInvariants,
  MAX_ADVERSE_FUNDING_RATE,
  MAX_BAR_AGE_BARS,
  MAX_INTENT_AGE_MS,
  type MarketFacts,
} from './invariants';
export { CAP_REASONS, HALTED, PAUSED, type Refusal, type RefusalReason, submitRefused } from './refusal';
