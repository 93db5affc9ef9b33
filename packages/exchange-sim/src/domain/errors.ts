/**
 * The venue's refusals: code, HTTP status and words as documented. One table, so that a code is never spelt
 * twice.
 */

export interface VenueError {
  readonly status: number;
  readonly code: number;
  readonly msg: string;
}

const refusal =
  (code: number, msg: string, status = 400) =>
  (): VenueError => ({ status, code, msg });

export const ERRORS = {
  tooManyRequests: (limit: number): VenueError => ({
    status: 429,
    code: -1003,
    msg: `Too many requests; current limit is ${limit} requests per minute. Please use the websocket for live updates to avoid polling the API.`,
  }),
  banned: (untilMs: number): VenueError => ({
    status: 418,
    code: -1003,
    msg: `Way too many requests; IP banned until ${untilMs}. Please use the websocket for live updates to avoid bans.`,
  }),
  unexpectedResponse: refusal(
    -1006,
    'An unexpected response was received from the message bus. Execution status unknown.',
    500,
  ),
  timeout: refusal(
    -1007,
    'Timeout waiting for response from backend server. Send status unknown; execution status unknown.',
    408,
  ),
  throttled: refusal(
    -1008,
    'Request throttled by system-level protection. Reduce-only/close-position orders are exempt. Please try again.',
    503,
  ),
  tooManyOrders: (limit: number, window: string): VenueError => ({
    status: 429,
    code: -1015,
    msg: `Too many new orders; current limit is ${limit} orders per ${window}.`,
  }),
  timestampOutsideWindow: refusal(-1021, 'Timestamp for this request is outside of the recvWindow.'),
  timestampAhead: refusal(-1021, "Timestamp for this request was 1000ms ahead of the server's time."),
  badSignature: refusal(-1022, 'Signature for this request is not valid.'),
  startAfterEnd: refusal(-1023, 'Start time is greater than end time.'),
  unknownPath: (): VenueError => ({ status: 404, code: -5000, msg: 'Path not found.' }),
  illegalCharacters: (name: string, range: string): VenueError => ({
    status: 400,
    code: -1100,
    msg: `Illegal characters found in parameter '${name}'; legal range is '${range}'.`,
  }),
  mandatory: (name: string): VenueError => ({
    status: 400,
    code: -1102,
    msg: `Mandatory parameter '${name}' was not sent, was empty/null, or malformed.`,
  }),
  eitherMandatory: (one: string, other: string): VenueError => ({
    status: 400,
    code: -1102,
    msg: `Param '${one}' or '${other}' must be sent, but both were empty/null!`,
  }),
  notRequired: (name: string): VenueError => ({
    status: 400,
    code: -1106,
    msg: `Parameter '${name}' sent when not required.`,
  }),
  badPrecision: refusal(-1111, 'Precision is over the maximum defined for this asset.'),
  badTimeInForce: refusal(-1115, 'Invalid timeInForce.'),
  badOrderType: refusal(-1116, 'Invalid orderType.'),
  badSide: refusal(-1117, 'Invalid side.'),
  badInterval: refusal(-1120, 'Invalid interval.'),
  badSymbol: refusal(-1121, 'Invalid symbol.'),
  noListenKey: refusal(-1125, 'This listenKey does not exist.'),
  badCombination: refusal(-1128, 'Combination of optional parameters invalid.'),
  badParameter: (name: string): VenueError => ({
    status: 400,
    code: -1130,
    msg: `Data sent for parameter '${name}' is not valid.`,
  }),
  badResponseType: refusal(-1136, 'Invalid newOrderRespType.'),
  badJson: refusal(-1135, 'Invalid JSON Request'),
  unknownMethod: (method: string): VenueError => ({
    status: 400,
    code: -1130,
    msg: `Data sent for parameter 'method' is not valid: ${method}`,
  }),
  badRecvWindow: refusal(-1131, 'recvWindow must be less than 60000'),
  unknownOrder: refusal(-2011, 'Unknown order sent.'),
  noSuchOrder: refusal(-2013, 'Order does not exist.'),
  unknownKey: refusal(-2008, 'Invalid Api-Key ID.', 401),
  badKeyFormat: refusal(-2014, 'API-key format invalid.', 401),
  keyRefused: refusal(-2015, 'Invalid API-key, IP, or permissions for action.', 401),
  marginInsufficient: refusal(-2019, 'Margin is insufficient.'),
  wouldTrigger: refusal(-2021, 'Order would immediately trigger.'),
  reduceOnlyRejected: refusal(-2022, 'ReduceOnly Order is rejected.'),
  maxOpenOrders: refusal(-2025, 'Reach max open order limit.'),
  maxLeverageRatio: refusal(-2027, 'Exceeded the maximum allowable position at current leverage.'),
  priceNotPositive: refusal(-4001, 'Price less than 0.'),
  priceAboveMax: refusal(-4002, 'Price greater than max price.'),
  quantityNotPositive: refusal(-4003, 'Quantity less than zero.'),
  quantityBelowMin: refusal(-4004, 'Quantity less than min quantity.'),
  quantityAboveMax: refusal(-4005, 'Quantity greater than max quantity.'),
  stopPriceNotPositive: refusal(-4006, 'Stop price less than zero.'),
  priceBelowMin: refusal(-4013, 'Price less than min price.'),
  priceOffTick: refusal(-4014, 'Price not increased by tick size.'),
  badClientId: refusal(-4015, 'Client order id length should not be more than 36 chars'),
  priceTooHigh: (limit: string): VenueError => ({
    status: 400,
    code: -4016,
    msg: `Limit price can't be higher than ${limit}.`,
  }),
  badDepthLimit: (limit: string): VenueError => ({
    status: 400,
    code: -4021,
    msg: `'${limit}' is not valid depth limit.`,
  }),
  quantityOffStep: refusal(-4023, 'Qty not increased by step size.'),
  priceTooLow: (limit: string): VenueError => ({
    status: 400,
    code: -4024,
    msg: `Limit price can't be lower than ${limit}.`,
  }),
  badLeverage: (leverage: string): VenueError => ({
    status: 400,
    code: -4028,
    msg: `Leverage ${leverage} is not valid`,
  }),
  badWorkingType: refusal(-4031, 'Invalid parameter working type'),
  maxAlgoOrders: refusal(-4045, 'Reach max stop order limit.'),
  marginTypeUnchanged: refusal(-4046, 'No need to change margin type.'),
  marginTypeOpenOrders: refusal(-4047, 'Margin type cannot be changed if there exists open orders.'),
  marginTypePosition: refusal(-4048, 'Margin type cannot be changed if there exists position.'),
  positionModeUnchanged: refusal(-4059, 'No need to change position side.'),
  badPositionSide: refusal(-4060, 'Invalid position side.'),
  positionSideMismatch: refusal(-4061, "Order's position side does not match user's setting."),
  positionModeOpenOrders: refusal(-4067, 'Position side cannot be changed if there exists open orders.'),
  positionModePosition: refusal(-4068, 'Position side cannot be changed if there exists position.'),
  inactiveAccount: refusal(-4109, 'This account is inactive. Please activate the account.'),
  duplicateClientId: refusal(-4116, 'ClientOrderId is duplicated.'),
  reduceOnlyConflict: refusal(
    -4118,
    'ReduceOnly Order Failed. Please check your existing position and open orders',
  ),
  useAlgoService: refusal(
    -4120,
    'Order type not supported for this endpoint. Please use the Algo Order API endpoints instead.',
  ),
  closePositionExists: refusal(
    -4130,
    'An open stop or take profit order with GTE and closePosition in the direction is existing.',
  ),
  quantityWithClosePosition: refusal(-4137, 'Quantity must be zero with closePosition equals true'),
  symbolNotTrading: refusal(-4140, 'Invalid symbol status for opening position.'),
  symbolClosed: refusal(-4141, 'Symbol is closed.'),
  leverageCutIsolated: refusal(
    -4161,
    'Leverage reduction is not supported in Isolated Margin Mode with open positions',
  ),
  minNotional: (minimum: string): VenueError => ({
    status: 400,
    code: -4164,
    msg: `Order's notional must be no smaller than ${minimum} (unless you choose reduce only).`,
  }),
  intervalTooLong: refusal(-4165, 'Maximum time interval is 7 days'),
  multiAssetsIsolated: refusal(
    -4167,
    'Unable to adjust to Multi-Assets mode with symbols of USDⓈ-M Futures under isolated-margin mode.',
  ),
  isolatedInMultiAssets: refusal(
    -4168,
    'Unable to adjust to isolated-margin mode under the Multi-Assets mode.',
  ),
  multiAssetsOpenOrders: refusal(
    -4170,
    'Unable to adjust Multi-Assets Mode with open orders in USDⓈ-M Futures',
  ),
  multiAssetsUnchanged: refusal(
    -4171,
    'Adjusted asset mode is currently set and does not need to be adjusted repeatedly.',
  ),
  gteNeedsPosition: refusal(
    -4509,
    'Time in Force (TIF) GTE can only be used with open positions. Please ensure that positions are available.',
  ),
  badActivatePrice: refusal(-4135, 'Invalid activation price'),
  badBatchSize: refusal(-4082, 'Invalid number of batch place orders.'),
  badKeyType: refusal(-4056, 'Invalid api key type.'),
  notIsolated: refusal(-4049, 'Add margin only support for isolated position.'),
  crossBalanceInsufficient: refusal(-4050, 'Cross balance insufficient.'),
  isolatedBalanceInsufficient: refusal(-4051, 'Isolated balance insufficient.'),
  marginWithoutPosition: refusal(-4054, 'Cannot add position margin: position is 0.'),
  amountNotPositive: refusal(-4055, 'Amount must be positive.'),
  badPair: refusal(-4144, 'Invalid pair'),
  badContractType: refusal(-4104, 'Invalid contract type'),
  amendNotTrading: refusal(-5024, 'Symbol is not in trading status. Order amendment is not permitted.'),
  amendLimitOnly: refusal(-5025, 'Only limit order is supported.'),
  tooManyAmendments: refusal(-5026, 'Exceed maximum modify order limit.'),
  sameOrder: refusal(-5027, 'No need to modify the order.'),
  amendMinNotional: refusal(-5029, "Order's notional must be no smaller than the minimum."),
  badPriceMatch: refusal(-5037, 'Invalid price match'),
  priceMatchNeedsLimit: refusal(-5038, 'Price match only supports order type: LIMIT, STOP AND TAKE_PROFIT'),
  badSelfTradePrevention: refusal(-5039, 'Invalid self trade prevention mode'),
  badGoodTillDate: refusal(
    -5040,
    'The goodTillDate timestamp must be greater than the current time plus 600 seconds and smaller than 253402300799000',
  ),
  noDepthForPriceMatch: refusal(-5041, 'No depth matches this BBO order'),
  fillOrKillRejected: refusal(
    -5021,
    'Due to the order could not be filled immediately, the FOK order has been rejected.',
  ),
  postOnlyRejected: refusal(
    -5022,
    'Due to the order could not be executed as maker, the Post Only order will be rejected.',
  ),
} as const;
