/** Bundles the sources once before the tests (Vitest's `globalSetup`), so that processes in tests start fast. */
import { entryUrl } from "../bundle/Checkout.ts"

export const setup = (): void => void entryUrl()
