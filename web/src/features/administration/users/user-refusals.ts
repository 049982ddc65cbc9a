/** The fields of a person's forms that a refusal is about without naming them. */
export const userFieldOf = {
  email_taken: "email",
  password_too_common: "password",
  role_not_found: "roleIds",
  department_not_found: "departmentIds",
} as const;
