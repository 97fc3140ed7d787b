import { useState } from 'react';
import { type FileColumn, type FileFormat, type FileLayout, FORMATS } from '@/lib/exportFile';
import { useSession } from '@/lib/session';
import { safeStorage } from '@/lib/storage';

/** The format of a list's files and the columns that are left out, so that columns of a later version are in the file. */
export type ExportPrefs = { format: FileFormat; omitted: string[] };

const STANDARD: ExportPrefs = { format: 'xlsx', omitted: [] };

function read(key: string): ExportPrefs {
  try {
    const kept = JSON.parse((safeStorage.getItem(key) as string | null) ?? 'null');
    return FORMATS.includes(kept?.format) && Array.isArray(kept?.omitted) ? kept : STANDARD;
  } catch {
    return STANDARD;
  }
}

/** A user's choice for the files of a list, kept in this browser. `list` names the list. */
export function useExportPrefs(list: string) {
  const user = useSession((s) => s.info?.userId ?? '');
  const key = `export_${user}_${list}`;
  const [prefs, setPrefs] = useState(() => read(key));
  return {
    prefs,
    set: (change: Partial<ExportPrefs>) => setPrefs({ ...prefs, ...change }),
    keep: () => safeStorage.setItem(key, JSON.stringify(prefs)),
  };
}

/** The chosen columns of those that the file can have. */
export function chosenColumns(columns: readonly FileColumn[], prefs: ExportPrefs): string[] {
  return columns.map((c) => c.key).filter((k) => !prefs.omitted.includes(k));
}

/** What is asked of the server: columns are named only when some are left out. */
export function layoutOf(columns: readonly FileColumn[], prefs: ExportPrefs): FileLayout {
  const chosen = chosenColumns(columns, prefs);
  return { format: prefs.format, columns: chosen.length < columns.length ? chosen : undefined };
}
