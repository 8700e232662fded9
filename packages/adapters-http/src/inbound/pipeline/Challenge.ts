/** What is said beside a 401: which credentials are wanted (RFC 9110 §11.6.1). */

/** An API key. */
export const apiKey = 'ApiKey realm="sheaf", header="Authorization-token"'

/** The token of a user (RFC 6750 §3). */
export const bearer = 'Bearer realm="sheaf"'

/** Another token than the one that was sent (RFC 6750 §3.1). */
export const otherToken = `${bearer}, error="invalid_token"`
