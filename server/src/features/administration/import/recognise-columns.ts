import type { ImportField } from "@atoll/contract/administration/import-fields";

/** Headings as they are usual, in English, German, French, Spanish and Portuguese: letters and digits alone, without accents. */
const usualHeadings: Record<Exclude<ImportField, "none">, string> = {
  name: `fullname displayname employeename employee person staff
    vollername vollstandigername anzeigename mitarbeiter mitarbeiterin mitarbeitername vorundnachname
    nomcomplet nometprenom prenometnom employe salarie collaborateur
    nombrecompleto nombreyapellido nombreyapellidos empleado empleada
    nomecompleto nomeesobrenome nomeeapelido funcionario colaborador colaboradora`,
  firstName: `firstname givenname forename first vorname rufname prenom nombredepila primernombre primeironome
    nomeproprio`,
  lastName: `lastname surname familyname last nachname familienname zuname nomdefamille apellido apellidos sobrenome
    apelido apelidos ultimonome`,
  email: `email mail emailaddress mailaddress workemail companyemail businessemail
    emailadresse mailadresse adressemail adresseemail courriel adressecourriel courrierelectronique
    adresseelectronique correo correoelectronico direcciondecorreo direcciondecorreoelectronico direcciondeemail
    correioeletronico correioelectronico enderecodeemail enderecoeletronico`,
  password: `password pass initialpassword temporarypassword startpassword firstpassword
    passwort kennwort startpasswort initialpasswort anfangspasswort motdepasse motdepasseinitial mdp
    contrasena contrasenainicial clave senha senhainicial palavrapasse palavrachave`,
  roles: `role roles access accessrole accessroles rolle rollen rol papel papeis funcao funcoes perfil perfis`,
  departments: `department departments dept team teams division unit
    abteilung abteilungen bereich bereiche departement departements service services equipe equipes
    departamento departamentos equipo equipos area areas seccion equipa equipas setor setores sector sectores`,
};

/** Headings for a first or last name if the other one has a column of its own, and otherwise for the whole name. */
const plainNames = new Set(["name", "nom", "nombre", "nome", "names", "nombres", "noms", "nomes"]);

const fieldOf = new Map<string, ImportField>(
  Object.entries(usualHeadings).flatMap(([field, headings]) =>
    headings.split(/\s+/).map((heading) => [heading, asField(field)] as const),
  ),
);

/** Recognises columns by their headings, ignoring case, accents, dashes and spaces. */
export function recogniseColumns(headings: readonly string[]): ImportField[] {
  const keys = headings.map(headingKey);
  const found = keys.map((key): ImportField => fieldOf.get(key) ?? "none");
  const plain: ImportField =
    found.includes("firstName") === found.includes("lastName")
      ? "name"
      : found.includes("firstName")
        ? "lastName"
        : "firstName";
  return found.map((field, index) => (plainNames.has(keys[index] ?? "") ? plain : field));
}

/** Letters and digits of a heading, in lower case and without accents. */
export function headingKey(heading: string): string {
  return heading
    .normalize("NFKD")
    .replaceAll(/[^\p{L}\p{N}]+/gu, "")
    .toLowerCase();
}

function asField(text: string): ImportField {
  switch (text) {
    case "name":
    case "firstName":
    case "lastName":
    case "email":
    case "password":
    case "roles":
    case "departments":
      return text;
    default:
      return "none";
  }
}
