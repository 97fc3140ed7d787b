/** An entry of a dictionary; the API sends `value` as text for every type. */
export type DictItem = {
  id: string;
  dictCode: string;
  value: string;
  /** Name in the language of the call. */
  name: string;
  /** 1 number, 2 string, 3 boolean */
  valueType: number;
  attributes?: { languages?: Record<string, string>; tagColor?: string; textColor?: string } | null;
};

export type DictData = { dictCode: string; hashCode: string; valueType: number; dictItems: DictItem[] | null };

/** The value as what it means. */
export function typed(item: Pick<DictItem, 'value' | 'valueType'>): string | number | boolean {
  if (item.valueType === 1) return Number(item.value);
  if (item.valueType === 3) return item.value === 'true' || item.value === '1';
  return item.value;
}

type Who = { permissions: readonly string[]; type?: number };

function payable(value: string, { permissions, type }: Who): boolean {
  if (type === 1) return true;
  if (value === 'admin') return true;
  if (value === 'proxy') return type === 2 || type === 11;
  if (value.startsWith('usdt_')) return permissions.includes('pay:third:usdt');
  if (value === 'trans_al') return permissions.includes('pay:third:alipay');
  if (value === 'gateway') return permissions.includes('pay:third:gateway');
  // Both scans hang on the chat-app permission: the specification says so of src_al too (platform-services §6).
  return (value === 'src_wx' || value === 'src_al') && permissions.includes('pay:third:wx');
}

/** The items that a user is offered (platform-services §6). */
export function visible(code: string, items: readonly DictItem[], who: Who): readonly DictItem[] {
  if (code === 'establish_group_type' && !who.permissions.includes('aty:contactsgroupactive:read'))
    return items.filter((i) => i.value !== '532');
  if (code === 'payment_method') return items.filter((i) => payable(i.value, who));
  return items;
}
