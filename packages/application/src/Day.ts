/** Dates and timestamps from milliseconds since 1970. Domain rules take the current day as an argument. */

/** Formats a time as a UTC date, `YYYY-MM-DD`. */
export const dateOf = (millis: number): string => new Date(millis).toISOString().slice(0, 10)

/** Formats a time as an ISO 8601 timestamp in UTC. */
export const timestampOf = (millis: number): string => new Date(millis).toISOString()
