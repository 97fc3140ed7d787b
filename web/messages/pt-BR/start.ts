// What comes with the first screen (`START` in src/i18n/words.ts).
import errors from './errors.json';
import form from './form.json';
import inbox from './inbox.json';
import shell from './shell.json';
import table from './table.json';
import tabs from './tabs.json';

export default { errors, form, inbox, shell, table, tabs };

/** All else that is said in it, by its namespace. */
export const load = (name: string): Promise<{ default: object }> => import(`../pt-BR/${name}.json`);
