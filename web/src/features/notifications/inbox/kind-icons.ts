import type { NotificationKind } from "@atoll/contract/notifications/kinds";
import {
  AtSign,
  BadgeCheck,
  BadgeMinus,
  Building2,
  CircleCheck,
  CircleUserRound,
  Hash,
  LockOpen,
  MessageCircle,
  MessageSquare,
  MessageSquareReply,
  PackageOpen,
  ShieldAlert,
} from "lucide-react";
import type { IconType } from "../../../ui/icon/icon-type.ts";

/** What each kind looks like; a new kind takes its line here, or the types say so. */
export const kindIcons: Readonly<Record<NotificationKind, IconType>> = {
  "chat.mention": AtSign,
  "chat.reply": MessageSquareReply,
  "chat.direct": MessageCircle,
  "channel.added": Hash,
  "password.set": ShieldAlert,
  "email.changed": ShieldAlert,
  "second-factor.removed": ShieldAlert,
  "session.new-device": ShieldAlert,
  "department.entered": ShieldAlert,
  "role.taken": ShieldAlert,
  "role.given": BadgeCheck,
  "role.withdrawn": BadgeMinus,
  "department.joined": Building2,
  "department.left": Building2,
  "account.inherited": PackageOpen,
  "task.assigned": CircleUserRound,
  "task.mention": AtSign,
  "task.comment": MessageSquare,
  "task.done": CircleCheck,
  "task.unblocked": LockOpen,
};
