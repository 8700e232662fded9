/** The day of a moment. The rules of the domain are told which day it is: they read no clock. */

/** `YYYY-MM-DD` in UTC, of milliseconds since 1970. */
export const dateOf = (millis: number): string => new Date(millis).toISOString().slice(0, 10)
