/**
 * The time when every cassette plays. It is the same for all cassettes, because a recording's own time would reveal by
 * how much its dates were moved.
 */
export const cassetteTime = Date.UTC(2025, 5, 2, 10)
