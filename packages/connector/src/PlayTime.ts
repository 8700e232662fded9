/**
 * The time that counts as the current time while a cassette is played. It is the same for all cassettes, because a
 * recording's own time would reveal how far its dates were moved.
 */
export const cassetteTime = Date.UTC(2025, 5, 2, 10)
