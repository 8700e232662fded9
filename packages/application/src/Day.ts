/** Conversion of times in milliseconds since 1970 to dates and timestamps. */

/** Formats a time as a UTC date, `YYYY-MM-DD`. */
export const dateOf = (millis: number): string => new Date(millis).toISOString().slice(0, 10)

/** Formats a time as an ISO 8601 timestamp in UTC. */
export const timestampOf = (millis: number): string => new Date(millis).toISOString()
