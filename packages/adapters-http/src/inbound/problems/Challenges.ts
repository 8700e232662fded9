/** The `WWW-Authenticate` challenges in a 401 (RFC 9110 §11.6.1; spec 5). */

export const apiKey = 'ApiKey realm="sheaf", header="Authorization-token"'

/** Asks for a user's token (RFC 6750 §3). */
export const token = 'Bearer realm="sheaf"'

/** Sent after a token was rejected (RFC 6750 §3.1). */
export const invalidToken = `${token}, error="invalid_token"`

/** Never says why the token was rejected. */
export const invalidTokenDetail = "The token is not accepted."
