/** Deeply nested JSON without other content. */

export const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth)
