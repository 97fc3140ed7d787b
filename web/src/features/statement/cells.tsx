import { DictTag } from '@/kit/cell/cells';
import { useFormat } from '@/lib/format';
import css from './statement.module.css';

/** A signed amount: credits and debits differ in sign and colour. */
export function Signed({ value }: { value: number }) {
  const f = useFormat();
  return (
    <span className={value > 0 ? css.in : css.out}>
      {value > 0 ? '+' : ''}
      {f.credit(value).replace('-', '\u2212')}
    </span>
  );
}

export function Operator({ line: l }: { line: { operator: string; operatorType: string } }) {
  return (
    <>
      {l.operator !== l.operatorType && l.operator} <DictTag code="operator_type" value={l.operatorType} />
    </>
  );
}

export function Serial({ line }: { line: { serialNumber: string } }) {
  return <span className={css.serial}>{line.serialNumber}</span>;
}
