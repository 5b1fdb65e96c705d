/** The only channel for commands of the cashier's page. */
export const CALL_CHANNEL = 'pos:call'
/** Channels of the views for the cashier's page and for the customer display. */
export const VIEW_CHANNEL = 'pos:view'
export const DISPLAY_CHANNEL = 'pos:display'
