import { Select as AntSelect, type SelectProps } from 'antd';
import type { KeyboardEvent } from 'react';

/** antd's list takes Tab as a choice of the option under the cursor, which in a select of several takes a chosen one away. */
function leave(e: KeyboardEvent) {
  if (e.key === 'Tab') e.stopPropagation();
}

/** antd's select; where several may be chosen, Tab leaves it and changes nothing. */
export function Select<V = unknown, O extends object = NonNullable<SelectProps['options']>[number]>(
  props: SelectProps<V, O & NonNullable<SelectProps['options']>[number]>,
) {
  const several = props.mode === 'multiple' || props.mode === 'tags';
  return <AntSelect<V, O> {...(props as object)} onInputKeyDown={several ? leave : props.onInputKeyDown} />;
}
