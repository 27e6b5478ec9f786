"""Agents: players that see a view and say what to do."""

from climbcards.agents.agent import Agent, AgentFactory
from climbcards.agents.greedy import GreedyAgent
from climbcards.agents.random_agent import RandomAgent
from climbcards.agents.search import SearchAgent

__all__ = ["Agent", "AgentFactory", "GreedyAgent", "RandomAgent", "SearchAgent"]
