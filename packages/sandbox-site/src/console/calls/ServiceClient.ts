/** Calls the service that serves this page, as the demonstration client. */
import { createClient } from "@sheaf/client"
import type { Fetch, SheafClient } from "@sheaf/client"
import { assetsPath } from "../../contract/ConsoleFiles.ts"

const { dataset } = document.getElementById("app") ?? document.body

export const apiKey = dataset["apiKey"] ?? ""
export const version = dataset["version"] ?? ""

/** The revision of the files with the scenarios. */
export const revision = dataset["scenarios"] ?? ""

export const makeClient = (fetch?: Fetch): SheafClient => createClient({ baseUrl: location.origin, apiKey, fetch })

/** Reads one of the console's own files. The server wrote it for this page, so its content has the type `File`. */
export const readFile = async <File>(name: string): Promise<File> => {
  const response = await fetch(`${assetsPath}${name}`)
  if (!response.ok) throw new Error("The service has been updated. Reload this page.")
  return response.json()
}

/** The header fields for requests for which the client has no method. */
export const credentialHeaders = { "authorization-token": apiKey, "service-version": version } as const

/** Returns an error's message. For a problem response, that is its `detail`. */
export const errorTextOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
