/**
 * The time at which cassettes play. All cassettes play at the same time, because a recording's own time would reveal
 * how far its dates were moved.
 */
export const cassetteTime = Date.UTC(2025, 5, 2, 10)
