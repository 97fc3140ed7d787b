import type { FormInstance } from 'antd';
import { useEffect, useRef } from 'react';

/** Lays values that arrive later into a form, once for each key: what is typed afterwards stays. */
export function useInitialValuesOnce<V>(form: FormInstance<V>, key: string | null, values: V | undefined) {
  const laid = useRef<string | null>(null);
  useEffect(() => {
    if (key === null) laid.current = null;
    else if (values !== undefined && laid.current !== key) {
      form.resetFields();
      form.setFieldsValue(values as Parameters<typeof form.setFieldsValue>[0]);
      laid.current = key;
    }
  });
}
