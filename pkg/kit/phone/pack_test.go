package phone_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"herald/pkg/kit/phone"
)

func TestPackKeepsNumbers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		numbers := rapid.SliceOf(rapid.Uint64()).Draw(t, "numbers")
		ordered := phone.PackOrdered(numbers)
		if back, err := phone.UnpackOrdered(ordered); err != nil || !slices.Equal(back, numbers) || phone.PackedLen(ordered) != len(numbers) {
			t.Fatalf("ordered: %v, %v", back, err)
		}
		slices.Sort(numbers)
		packed := phone.Pack(numbers)
		if back, err := phone.Unpack(packed); err != nil || !slices.Equal(back, numbers) || phone.PackedLen(packed) != len(numbers) {
			t.Fatalf("sorted: %v, %v", back, err)
		}
	})
}

func TestUnpackRefusesDamage(t *testing.T) {
	packed := phone.Pack([]uint64{5511987654321, 5511987654322, 5521987654321})
	for cut := range len(packed) {
		if _, err := phone.Unpack(packed[:cut]); err == nil {
			t.Errorf("the first %d bytes are taken for the whole", cut)
		}
	}
	if _, err := phone.Unpack(append(packed, 0)); err == nil {
		t.Error("a byte too many is not noticed")
	}
	if _, err := phone.Unpack([]byte{0xff, 0xff, 0xff, 0xff, 0x7f}); err == nil {
		t.Error("a count beyond the data is believed")
	}
}

func FuzzUnpack(f *testing.F) {
	f.Add(phone.Pack([]uint64{1, 2, 3}))
	f.Fuzz(func(t *testing.T, data []byte) {
		if n, err := phone.UnpackOrdered(data); err == nil && phone.PackedLen(data) != len(n) {
			t.Fatal("length and numbers differ")
		}
		if n, err := phone.Unpack(data); err == nil && slices.IsSorted(n) && !slices.Equal(n, again(t, n)) {
			t.Fatal("numbers change")
		}
	})
}

func again(t *testing.T, numbers []uint64) []uint64 {
	back, err := phone.Unpack(phone.Pack(numbers))
	if err != nil {
		t.Fatal(err)
	}
	return back
}

func TestPackedSize(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	numbers := make([]uint64, 1000)
	for i := range numbers {
		numbers[i] = 5500000000000 + (11+rng.Uint64N(88))*1e9 + 9e8 + rng.Uint64N(1e8)
	}
	slices.Sort(numbers)
	if size := len(phone.Pack(numbers)); size > 4000 {
		t.Errorf("1,000 numbers take %d bytes", size)
	}
}
