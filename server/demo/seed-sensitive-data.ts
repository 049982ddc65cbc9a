import type { SensitiveKey } from "@atoll/contract/sensitive-data/limits";
import { renewSigningKey } from "../src/features/identity/sessions/signing-keys.ts";
import { sealedValue } from "../src/features/sensitive-data/sealed-value.ts";
import type { Database } from "../src/tables.ts";
import { demoId } from "./ids.ts";
import { cell, parseTable } from "./table.ts";
import type { DemoCompany } from "./types.ts";

const dayMs = 86_400_000;

/** `rotated` and `look` are days ago; the value is invented, as everything else. */
const written = parseTable(`
  key       | owner | two | rotated | title                          | value                              | look | by     | reason
  business  | ruth  |     | 80      | Contract portal, owner login   | contracts@pelican / tern-43-harbor | 9    | kofi   | Renewal of the Saltmarsh contract
  business  | ruth  |     | 200     | Bank details for tenders       | ES00 4421 0093 7710                | 0.01 | marisol | Tender form for Saltmarsh Rail
  business  | ruth  |     | 34      | Partner margin sheet           | sheet key 7Q2-MARGIN-22            |      |        |
  business  | ruth  |     | 61      | Escrow agent, reference        | ESC-2210-884                       |      |        |
  frontend  | aiko  |     | 120     | Map tiles key                  | tiles_live_4f1c9d20aa              | 20   | kofi   | New depot map
  frontend  | aiko  |     | 44      | Error tracker ingest key       | ingest-92ab-77fe-01                |      |        |
  frontend  | aiko  |     | 300     | Font licence number            | FL-88231-PW                        |      |        |
  backend   | kofi  | yes | 31      | Payment provider, live key     | pk_live_51Pelican0042              | 12   | tomasz | Refund of a double charge
  backend   | kofi  |     | 0.02    | Webhook signing key            | whsec_7e21b9d4                     | 0.1  | tomasz | Signature check fails in staging
  backend   | kofi  |     | 15      | Read replica password          | gull-granite-719                   | 2    | andrei | Slow report on the replica
  devops    | dev   | yes | 90      | Break-glass account            | bg-admin / coral-anchor-5521       | 12   | kofi   | Yearly test of the account
  devops    | dev   |     | 75      | Registrar login                | dns@pelican / 9-reef-lantern       |      |        |
  devops    | dev   |     | 410     | VPN root certificate           | passphrase: low tide at six        | 40   | kofi   | New VPN node
  devops    | dev   |     | 22      | Status page, API token         | sp_3b77e0                          |      |        |
  devops    | dev   |     | 18      | Backup encryption passphrase   | mussel-bell-orchard-08             |      |        |
  marketing | hanne |     | 58      | Social accounts, shared login  | social@pelican / dune-grass-31     | 5    | marisol | Post for the harbour day
  marketing | hanne |     | 140     | Ad account card                | card ending 4471, code 208         |      |        |
  marketing | hanne |     | 26      | Press contact list             | vault folder 12, key osprey        |      |        |
  knowledge | greta |     | 365     | Office alarm code              | 4471#                              |      |        |
  knowledge | greta |     | 210     | Insurance policy numbers       | PI-22019 and CY-88017              |      |        |
  knowledge | greta |     | 12      | Emergency contacts             | Port office +34 555 0142           |      |        |
`);

/** Writes the sensitive cards, and the looks at them. People have to be there. */
export async function seedSensitiveData(tx: Database, company: DemoCompany, now: Date): Promise<void> {
  await renewSigningKey(tx);
  const idOf = (key: string) => {
    const person = company.people.find((one) => one.key === key);
    if (!person) throw new Error(`the demo company has no ${key}`);
    return person.id;
  };
  const ago = (days: string) => new Date(now.getTime() - Number(days) * dayMs);
  for (const row of written) {
    const [title, owner] = [cell(row, "title"), idOf(cell(row, "owner"))];
    const id = demoId(ago("420"), `sensitive card ${title}`);
    await tx
      .insertInto("sensitive_cards")
      .values({
        id,
        key: cell(row, "key") as SensitiveKey,
        title,
        owner_id: owner,
        created_by: owner,
        needs_two: cell(row, "two") === "yes",
        sent_hash: Buffer.alloc(32),
        rotated_by: owner,
        rotated_at: ago(cell(row, "rotated")),
        created_at: ago("420"),
        ...(await sealedValue.seal(tx, id, cell(row, "value"))),
      })
      .execute();
    const looker = cell(row, "by");
    if (looker === "") continue;
    const at = ago(cell(row, "look"));
    await tx
      .insertInto("sensitive_looks")
      .values({
        id: demoId(at, `look at ${title}`),
        card_id: id,
        kind: "reveal",
        person_id: idOf(looker),
        reason: cell(row, "reason"),
        approved_by: cell(row, "two") === "yes" ? owner : null,
        at,
        hides_at: at,
      })
      .execute();
  }
}
