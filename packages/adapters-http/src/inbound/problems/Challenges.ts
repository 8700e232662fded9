/** The challenges of a 401 (RFC 9110 §11.6.1; spec 5). */

export const apiKey = 'ApiKey realm="sheaf", header="Authorization-token"'

/** The challenge for a user's token (RFC 6750 §3). */
export const token = 'Bearer realm="sheaf"'

/** The challenge after a rejected token (RFC 6750 §3.1). */
export const invalidToken = `${token}, error="invalid_token"`

/** The detail after a rejected token. It never states the cause. */
export const invalidTokenDetail = "The token is not accepted."
