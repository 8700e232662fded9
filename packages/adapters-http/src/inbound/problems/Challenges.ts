/** The challenges in a 401 (RFC 9110 §11.6.1; spec 5). */

export const apiKey = 'ApiKey realm="sheaf", header="Authorization-token"'

/** The challenge that asks for a user's token (RFC 6750 §3). */
export const token = 'Bearer realm="sheaf"'

/** The challenge after a token was rejected (RFC 6750 §3.1). */
export const invalidToken = `${token}, error="invalid_token"`

/** The detail after a token was rejected, which never says why. */
export const invalidTokenDetail = "The token is not accepted."
