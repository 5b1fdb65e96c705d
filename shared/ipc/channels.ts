/** Commands of the cashier's page come in on this channel alone. */
export const CALL_CHANNEL = 'pos:call'
/** Views of the cashier's page and of the customer display go out on these. */
export const VIEW_CHANNEL = 'pos:view'
export const DISPLAY_CHANNEL = 'pos:display'
