/** Requests fail while the service is down, which is the point. Every other error is thrown again. */
export const attempt = async <A>(request: Promise<A>): Promise<A | undefined> => {
  try {
    return await request
  } catch (error) {
    // The error of `fetch` if no answer comes, or half of one.
    if (error instanceof TypeError) return undefined
    throw error
  }
}
