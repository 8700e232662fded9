/** Returns the result of a request, or nothing if the service is down. Rethrows all other errors. */
export const attempt = async <A>(request: Promise<A>): Promise<A | undefined> => {
  try {
    return await request
  } catch (error) {
    // `fetch` throws this if no response arrives, or only part of a response.
    if (error instanceof TypeError) return undefined
    throw error
  }
}
