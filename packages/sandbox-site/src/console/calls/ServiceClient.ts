/** Calls the service that serves this page, as the demonstration client. */
import { createClient } from "@sheaf/client"
import { Sandbox } from "@sheaf/client/sandbox"
import type { Fetch, SheafClient } from "@sheaf/client"

const { dataset } = document.getElementById("app") ?? document.body

export const apiKey = dataset["apiKey"] ?? ""
export const version = dataset["version"] ?? ""

const optionsWith = (fetch?: Fetch) => ({ baseUrl: location.origin, apiKey, fetch })

export const makeClient = (fetch?: Fetch): SheafClient => createClient(optionsWith(fetch))

export const makeSandbox = (): Sandbox => new Sandbox(optionsWith())

/** The header fields for requests for which the client has no method. */
export const credentialHeaders = { "authorization-token": apiKey, "service-version": version } as const

/** Returns an error's message. For a problem response, that is its `detail`. */
export const errorTextOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
