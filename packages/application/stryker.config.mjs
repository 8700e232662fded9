import { mutationOf } from "../../stryker.shared.mjs"

const rooms = ["collections", "companies", "consents", "durable", "users"]

// A model-based test covers nearly every line and takes seconds for each mutant. Other tests must catch the mutants.
const slow = ["consents/Model.test.ts"]

export default mutationOf({ name: "application", rooms, slow, threshold: 85 })
