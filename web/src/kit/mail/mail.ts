import type { Data } from '@/lib/api/types';

/** An email as a recipient gets it; without HTML it is plain text. */
export type Mail = { subject: string; preheader?: string; html: string; text: string };

/** A compiled email, and what is wrong with it or could be better. */
export type CheckedMail = Data<'post', '/edm/template/preview'>;
export type MailProblem = CheckedMail['problems'][number];
