/** An article as it is to be written, with the texts of its versions, the oldest first. */
export interface DemoArticle {
  id: string;
  kind: "article" | "sop" | "faq";
  title: string;
  summary: string;
  category: string;
  tags: string[];
  parentId: string | null;
  path: string[];
  rank: string;
  departmentIds: string[];
  ownerId: string;
  approverId: string | null;
  publishedAt: Date;
  reviewAt: Date;
  mustRead: boolean;
  helpful: number;
  versions: { body: string; note: string }[];
}
