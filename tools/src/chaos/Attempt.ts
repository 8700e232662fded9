/** Requests fail while the service is down: that is the point. */
export const attempt = async <A>(request: Promise<A>): Promise<A | undefined> => {
  try {
    return await request
  } catch {
    return undefined
  }
}
