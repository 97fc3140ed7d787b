// Package deepcopy stands in for github.com/tiendc/go-deepcopy, of which excelize uses one call. The original looks up
// methods by reflection, so that the linker must keep every exported method of every type: 8 MB in a function that writes a
// spreadsheet.
package deepcopy

import (
	"fmt"
	"reflect"
)

// Copy copies src into what dst points to, which has the same type, with all that its exported fields point to.
func Copy(dst, src any) error {
	to, from := reflect.ValueOf(dst), reflect.ValueOf(src)
	if to.Kind() != reflect.Pointer || to.IsNil() {
		return fmt.Errorf("deepcopy: %T is no place to copy to", dst)
	}
	to = to.Elem()
	if from.Kind() == reflect.Pointer && from.Type() != to.Type() {
		from = from.Elem()
	}
	if !from.IsValid() || from.Type() != to.Type() {
		return fmt.Errorf("deepcopy: %T is not copied to %T", src, dst)
	}
	to.Set(clone(from))
	return nil
}

func clone(v reflect.Value) reflect.Value {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			return v
		}
		to := reflect.New(v.Type().Elem())
		to.Elem().Set(clone(v.Elem()))
		return to
	case reflect.Slice:
		if v.IsNil() {
			return v
		}
		to := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		for i := range v.Len() {
			to.Index(i).Set(clone(v.Index(i)))
		}
		return to
	case reflect.Map:
		if v.IsNil() {
			return v
		}
		to := reflect.MakeMapWithSize(v.Type(), v.Len())
		for _, k := range v.MapKeys() {
			to.SetMapIndex(k, clone(v.MapIndex(k)))
		}
		return to
	case reflect.Struct:
		to := reflect.New(v.Type()).Elem()
		to.Set(v)
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				to.Field(i).Set(clone(v.Field(i)))
			}
		}
		return to
	default:
		return v
	}
}
