import { expect, test } from "vitest";
import { recogniseColumns } from "./recognise-columns.ts";

test.each([
  ["Name,EMAIL,Password,Roles,Departments", "name email password roles departments"],
  [
    "Full name,E-mail address,Initial password,Access,Team,Desk",
    "name email password roles departments none",
  ],
  ["First Name,Last Name,Work e-mail,Password", "firstName lastName email password"],
  ["Vollständiger Name,E-Mail-Adresse,Kennwort,Rollen,Abteilung", "name email password roles departments"],
  ["Vorname;Name;E-Mail;Passwort;Rolle;Bereich", "firstName lastName email password roles departments"],
  [
    "Prénom,Nom,Adresse e-mail,Mot de passe,Rôles,Équipe",
    "firstName lastName email password roles departments",
  ],
  ["Nom,Courriel,Mot de passe,Services", "name email password departments"],
  [
    "Nombre,Apellidos,Correo electrónico,Contraseña,Rol,Departamentos",
    "firstName lastName email password roles departments",
  ],
  ["Nombre y apellidos,Correo,Clave", "name email password"],
  [
    "Nome,Sobrenome,Correio eletrônico,Senha,Função,Setor",
    "firstName lastName email password roles departments",
  ],
  ["Nome completo,Endereço de e-mail,Palavra-passe,Equipa", "name email password departments"],
  ["constructor,__proto__,toString", "none none none"],
])("reads the headings %s", (headings, fields) => {
  expect(recogniseColumns(headings.split(/[,;]/)).join(" ")).toBe(fields);
});
