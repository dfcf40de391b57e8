// Gosort prints the table of tests/unit/wire/test-gosort.c: what slices.SortFunc
// makes of arrays with many equal keys.  The arrays come from formulas that
// the C test repeats; the result is a hash of where each item came from.
package main

import (
	"cmp"
	"fmt"
	"slices"
)

type item struct {
	key  int64
	from uint32
}

type pattern struct {
	name string
	fill func(v []int64, k int64, r *lcg)
}

// lcg is Knuth's MMIX generator; its upper bits are good enough here.
type lcg uint64

func (r *lcg) below(k int64) int64 {
	*r = *r*6364136223846793005 + 1442695040888963407
	return int64(uint64(*r)>>33) % k
}

func random(v []int64, k int64, r *lcg) {
	for i := range v {
		v[i] = r.below(k)
	}
}

func rising(v []int64, k int64, r *lcg) {
	for i := range v {
		v[i] = int64(i) * k / int64(len(v))
	}
}

func falling(v []int64, k int64, r *lcg) {
	rising(v, k, r)
	slices.Reverse(v)
}

func organ(v []int64, k int64, r *lcg) {
	for i := range v {
		v[i] = int64(min(i, len(v)-1-i)) * k / int64(len(v))
	}
}

func cycle(v []int64, k int64, r *lcg) {
	for i := range v {
		v[i] = int64(i) % k
	}
}

// dented is rising but for three places.
func dented(v []int64, k int64, r *lcg) {
	rising(v, k, r)
	for n := 0; n < 3; n++ {
		v[r.below(int64(len(v)))] = r.below(k)
	}
}

// sinking falls in steps of one, but for equal ones at both ends: where the sort looks, all falls.
func sinking(v []int64, k int64, r *lcg) {
	n := int64(len(v))
	for i := range v {
		v[i] = max(k, min(n-k, n-1-int64(i)))
	}
}

// torn is the same, but every 16th has another place: too many to be mended one by one.
func torn(v []int64, k int64, r *lcg) {
	sinking(v, k, r)
	for i := 9; i < len(v); i += 16 {
		v[i] = int64(i) * 7 % k
	}
}

// heaped is a binary heap, as the reader's frontier is one.
func heaped(v []int64, k int64, r *lcg) {
	for i := range v {
		v[i] = r.below(k)
		for j := i; j > 0 && v[j] < v[(j-1)/2]; j = (j - 1) / 2 {
			v[j], v[(j-1)/2] = v[(j-1)/2], v[j]
		}
	}
}

// killer asks an adversary (M. D. McIlroy, "A killer adversary for quicksort") which
// keys make the sort fall back to its heap sort.
func killer(n int) []int64 {
	key := make([]int64, n)
	at := make([]int, n)
	gas, solid, candidate := int64(n), int64(0), 0
	for i := range key {
		key[i], at[i] = gas, i
	}
	slices.SortFunc(at, func(x, y int) int {
		if key[x] == gas && key[y] == gas {
			freeze := y
			if x == candidate {
				freeze = x
			}
			key[freeze] = solid
			solid++
		}
		if key[x] == gas {
			candidate = x
		} else if key[y] == gas {
			candidate = y
		}
		return cmp.Compare(key[x], key[y])
	})
	return key
}

func sorted(v []int64) []item {
	x := make([]item, len(v))
	for i := range v {
		x[i] = item{v[i], uint32(i)}
	}
	slices.SortFunc(x, func(a, b item) int { return cmp.Compare(a.key, b.key) })
	return x
}

// hash is FNV-1a over the origins, two bytes each.
func hash(x []item) uint32 {
	h := uint32(2166136261)
	for _, it := range x {
		h = (h ^ it.from&0xff) * 16777619
		h = (h ^ it.from>>8) * 16777619
	}
	return h
}

func printList(v []int64) {
	for i, k := range v {
		if i%20 == 0 {
			fmt.Print("\n\t")
		} else {
			fmt.Print(" ")
		}
		fmt.Printf("%d,", k)
	}
	fmt.Println()
}

func main() {
	patterns := []pattern{
		{"random", random}, {"rising", rising}, {"falling", falling}, {"organ", organ},
		{"cycle", cycle}, {"dented", dented}, {"heaped", heaped},
		{"sinking", sinking}, {"torn", torn},
	}
	shapes := [][2]int{{13, 3}, {16, 5}, {49, 7}, {50, 7}, {128, 16}, {300, 40}, {1000, 3}}
	for _, p := range patterns {
		for _, s := range shapes {
			v := make([]int64, s[0])
			seed := lcg(s[0])
			p.fill(v, int64(s[1]), &seed)
			fmt.Printf("\t{ %s, %d, %d, 0x%08x },\n", p.name, s[0], s[1], hash(sorted(v)))
		}
	}
	v := killer(47)
	seed := lcg(4) // this one puts a tie into the part that the heap sort gets
	for n := 0; n < 2; n++ {
		v[seed.below(47)] = v[seed.below(47)]
	}
	fmt.Print("killer")
	printList(v)
	fmt.Printf("0x%08x\n", hash(sorted(v)))
}
