/** How these tests send requests: every answer is held to the contract of the version that was asked. */
import { CheckedClient, PublishedContract } from "@sheaf/adapters-http/testing"

export const checkedFetch = CheckedClient.checked(PublishedContract.ofContract())
