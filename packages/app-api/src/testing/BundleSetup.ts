/** Bundles the sources once before the tests (Vitest's `globalSetup`), so that the tests' processes start quickly. */
import { entryUrl } from "../bundle/Checkout.ts"

export const setup = (): void => void entryUrl()
