/**
 * The time at which every cassette plays. It is the same for all, because the time of a recording would tell how far its dates moved.
 */
export const cassetteTime = Date.UTC(2025, 5, 2, 10)
