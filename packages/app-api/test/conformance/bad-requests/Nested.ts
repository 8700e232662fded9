/** JSON that is nothing but depth. */

export const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth)
