package main

import (
	"sync"
	"time"
)

// A count of the words of a book, and its healthy twin (…-well): a reader passes each word to who counts, or a page of them.
// It says how often it passed something, and how long all of it took.

const relayWords = 4000

func init() {
	scenes["plant-relay"] = scene{procs: 1, run: func() { countBook(1) }}
	scenes["plant-relay-well"] = scene{procs: 1, run: func() { countBook(500) }}
}

type census struct {
	pages  chan []string
	counts map[string]int
	passed int64
}

//go:noinline
func (c *census) turn(page []string) {
	c.passed++
	c.pages <- page
}

//go:noinline
func (c *census) read(book []string, words int) {
	for len(book) > 0 {
		n := words
		if n > len(book) {
			n = len(book)
		}
		c.turn(book[:n])
		book = book[n:]
	}
	close(c.pages)
}

//go:noinline
func (c *census) tally() {
	for page := range c.pages {
		for _, word := range page {
			c.counts[word]++
		}
	}
}

func countBook(words int) {
	book := make([]string, relayWords)
	for i := range book {
		book[i] = string(rune('a' + i%26))
	}
	c := &census{pages: make(chan []string), counts: map[string]int{}}
	var wg sync.WaitGroup
	wg.Add(2)
	from := time.Now()
	go func() {
		defer wg.Done()
		c.read(book, words)
	}()
	go func() {
		defer wg.Done()
		c.tally()
	}()
	wg.Wait()
	report("passed", c.passed)
	report("passing_ns", int64(time.Since(from)))
}
